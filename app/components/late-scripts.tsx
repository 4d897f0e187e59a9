import { UNSAFE_RemixContext as RemixContext, Scripts, useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { defined } from 'shared/defined';
import { LoaderDataContext } from './loader-data';

/**
 * Remix's <Scripts>, but the modules are asked for after the first paint: on a slow link they would take
 * the style sheet's share of it (docs/decisions/0032-scripts-after-the-first-paint.md).
 */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  const remix = useContext(RemixContext);
  const loaderData = useContext(LoaderDataContext);
  const routes = useMatches().map(({ id }) => id);
  const isDevelopment = import.meta.env.DEV || !remix;
  const onServer = typeof document === 'undefined';
  const codes = [
    onServer && !isDevelopment ? contextScript(remix.serverHandoffString) : '',
    onServer ? dataScript(loaderData) : '',
    onServer && !isDevelopment ? loadScript(remix.manifest, routes) : '',
  ];
  return (
    <>
      {/* In development modules load one by one anyway, and hot reloading needs Remix's own. */}
      {isDevelopment && <Scripts nonce={nonce} />}
      {codes.map((code, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same scripts
          key={index}
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made of the build's names and escaped data
          dangerouslySetInnerHTML={{ __html: code }}
        />
      ))}
    </>
  );
}

type Manifest = NonNullable<React.ContextType<typeof RemixContext>>['manifest'];

/** Where the data that follows is put, and where Remix's entry looks for it. */
function contextScript(handoff = '{}'): string {
  return `window.__remixContext=${handoff};window.__remixContext.stream=new ReadableStream({start(c){window.__remixContext.streamController=c}}).pipeThrough(new TextEncoderStream());`;
}

/** Returns the script that gives Remix the page's data at once, which <RemixServer> would send in parts. */
function dataScript(loaderData = ''): string {
  return `{const c=window.__remixContext.streamController;c.enqueue(${inScript(loaderData)});c.close()}`;
}

const loadScripts = new Map<string, string>();

/** The same for every answer of a route. A script waits for the style sheets, and a frame is a paint. */
function loadScript({ url, entry, routes }: Manifest, ids: readonly string[]): string {
  const key = ids.join();
  const made = loadScripts.get(key);
  if (made) return made;
  const modules = ids.map((id) => defined(routes[id]).module);
  const files = new Set([
    url,
    entry.module,
    ...entry.imports,
    ...ids.flatMap((id) => [...(defined(routes[id]).imports ?? []), defined(routes[id]).module]),
  ]);
  const names = ids.map((id, index) => `${JSON.stringify(id)}:r${index}`);
  const start = [
    `import ${JSON.stringify(url)};`,
    ...modules.map((file, index) => `import * as r${index} from ${JSON.stringify(file)};`),
    `window.__remixRouteModules={${names}};import(${JSON.stringify(entry.module)});`,
  ].join('');
  const code = `(()=>{const add=(tag,what)=>document.body.append(Object.assign(document.createElement(tag),what)),{nonce}=document.currentScript,load=()=>{for(const href of ${inScript([...files])})add("link",{rel:"modulepreload",href});add("script",{type:"module",nonce,textContent:${inScript(start)}})};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))})()`;
  loadScripts.set(key, code);
  return code;
}

/** Returns JSON that is safe inside a script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
