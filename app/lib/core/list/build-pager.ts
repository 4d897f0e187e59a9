import { defined } from 'shared/defined';
import { buildListHref, type ListState } from './list-state';
import type { PageLink, Pager } from './list-view';

const SIZES = [5, 10, 20, 50, 100];

/**
 * Builds the pager of a list: links to the first page, the last page and the pages around the current one, a link for
 * each page size, and the numbers of the first and the last row.
 */
export function buildPager(state: ListState, total: number): Pager {
  const { page, size } = state.query;
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    page,
    pages,
    size,
    total,
    from: total === 0 ? 0 : (page - 1) * size + 1,
    to: Math.min(page * size, total),
    links: listPageNumbers(page, pages).map(
      (number): PageLink =>
        number === 'gap'
          ? { gap: true }
          : { page: number, href: buildListHref(state, { page: number }) },
    ),
    sizes: [...new Set([...SIZES, state.list.pageSize, size])]
      .sort((a, b) => a - b)
      .map((choice) => ({ size: choice, href: buildListHref(state, { size: choice }) })),
  };
}

/**
 * Returns the numbers of the first page, the last page, the current page and its neighbours, with a gap where
 * pages are left out.
 */
function listPageNumbers(page: number, pages: number): (number | 'gap')[] {
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])].filter(
    (number) => number >= 1 && number <= pages,
  );
  return numbers.flatMap((number, index) =>
    index > 0 && number - defined(numbers[index - 1]) > 1 ? ['gap' as const, number] : [number],
  );
}
