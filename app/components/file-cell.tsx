import { CopyButton } from './copy-button';

interface FileCellProps {
  text: string;
  file: string;
  image: boolean;
}

/**
 * Renders an uploaded file in a list: its name, a button that copies its address and, if it is an image, a preview.
 */
export function FileCell({ text, file, image }: FileCellProps) {
  return (
    <div className="flex items-start gap-2">
      {image && (
        <img
          src={file}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          className="h-10 w-10 shrink-0 rounded border border-line bg-sunken object-cover"
        />
      )}
      <div className="min-w-0">
        <a
          href={file}
          target="_blank"
          rel="noreferrer"
          className="inline-block min-h-6 break-words"
        >
          {text || file}
        </a>
        <div>
          <CopyButton text={file} label={text} />
        </div>
      </div>
    </div>
  );
}
