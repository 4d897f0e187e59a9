import { Fragment } from 'react';
import type { ReportColumn } from '~/lib/core/host/import-job';
import { VisibleText } from './visible-text';

/** Renders the first values of a kind, with their lines. */
export function Examples({ examples }: { examples: ReportColumn['unknown']['examples'] }) {
  return examples.map(({ line, text, like }, index) => (
    <Fragment key={`${line} ${text}`}>
      {index > 0 && '; '}“<VisibleText text={text} />”
      {like !== undefined && (
        <>
          {' '}
          beside “<VisibleText text={like} />”
        </>
      )}{' '}
      in line {line.toLocaleString('en')}
    </Fragment>
  ));
}
