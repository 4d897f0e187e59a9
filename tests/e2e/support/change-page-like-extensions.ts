/**
 * Does to a page what extensions of browsers do before its script runs: a spelling checker, a wallet, a toolbar, a
 * password manager and a dark mode. Runs in the browser.
 */
export function changePageLikeExtensions(): void {
  new MutationObserver((_, observer) => {
    const { body, head, documentElement: html } = document;
    if (!body?.querySelector('script, main')) return;
    observer.disconnect();
    html.setAttribute('data-made-up-spelling', 'on');
    body.setAttribute('cz-shortcut-listen', 'true');
    head.prepend(Object.assign(document.createElement('meta'), { name: 'made-up', content: '1' }));
    head.append(Object.assign(document.createElement('style'), { textContent: '.made-up{}' }));
    body.prepend(Object.assign(document.createElement('div'), { id: 'made-up-root' }));
    html.append(document.createElement('made-up-toolbar'));
    for (const input of document.querySelectorAll<HTMLElement>('input, textarea')) {
      input.setAttribute('data-made-up', 'true');
      input.after(Object.assign(document.createElement('span'), { className: 'made-up-key' }));
      input.style.backgroundImage = 'none';
    }
    for (const element of document.querySelectorAll('main *'))
      element.setAttribute('data-dark-made-up', '');
  }).observe(document, { childList: true, subtree: true });
}
