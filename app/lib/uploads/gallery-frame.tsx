import { Icon } from '../../components/icon';

/** Renders the gallery of another server in a frame, and a link that opens the gallery in a new window. */
export function GalleryFrame({ title, frame }: { title: string; frame: string }) {
  return (
    <div className="flex h-full flex-col">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1>{title}</h1>
        <a href={frame} target="_blank" rel="noreferrer" className="button ml-auto">
          <Icon name="image" /> Open in a window of its own
        </a>
      </div>
      <iframe
        src={frame}
        title={title}
        // The gallery may run script, but it may not navigate this page.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        className="card h-[75vh] w-full"
      />
    </div>
  );
}

/** Renders the page that explains why no gallery is shown. */
export function GalleryNotice({ title, notice }: { title: string; notice: string }) {
  return (
    <>
      <h1 className="mb-4">{title}</h1>
      <p>{notice}</p>
    </>
  );
}
