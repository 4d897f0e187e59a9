/** The parameter of a form's address that names one of several drafts of the form. */
export const DRAFT = 'draft';

/** Returns the path of the form that this request opens or posts. */
export function getFormPath({ url }: Pick<Request, 'url'>): string {
  return new URL(url).pathname.replace(/\.data$/, '');
}

/** Returns the query of the form's address without the parameter that names a draft. */
export function getFormSearch({ url }: Pick<Request, 'url'>): string {
  const { searchParams } = new URL(url);
  searchParams.delete(DRAFT);
  return searchParams.size > 0 ? `?${searchParams}` : '';
}

/** Returns the key under which the draft of this request's form is stored. */
export function getDraftKey(request: Pick<Request, 'url'>): string {
  const draft = new URL(request.url).searchParams.get(DRAFT);
  return getFormPath(request) + (draft ? `?${DRAFT}=${draft}` : '');
}
