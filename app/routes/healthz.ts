/** Alive: answers as long as the process does. */
export function loader() {
  return new Response('ok\n', {
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });
}
