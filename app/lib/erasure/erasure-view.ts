import type { ConfirmView } from '../core/confirm/confirm-view';
import type { Trail } from '../trail';
import type { RecordCount } from './plan';

/**
 * The page that asks before a participant is erased. The form sends the number of records back, so that nobody erases
 * more than they have seen.
 */
export interface ErasureQuestion extends ConfirmView {
  /** The sentences about what confirming does. */
  effect: string;
  counts: readonly RecordCount[];
}

/** The page on which administrators produce all data of a participant. */
export interface ReportQuestion extends ErasureQuestion {
  /** The address of the file, for a user who has just entered the reason. */
  fileHref?: string;
}

/** The sentence of a certificate about what has no number. */
export const ALSO_ERASED =
  'Also erased: the identifying values of these records in the history, the phone numbers in the access log, the views and sessions that name the participant, and the drafts, bulk actions, files for analysis and files waiting for their import that may concern them.';

/** The certificate of an erasure. */
export interface CertificateView {
  title: string;
  trail: Trail;
  id: string;
  participant: string;
  username: string;
  reason: string;
  started: string;
  /** Undefined while the erasure is not completed. */
  completed?: string;
  isRepeated: boolean;
  needsRewrite: boolean;
  counts: readonly RecordCount[];
  /** Sentences about what stays, and about what the panel cannot reach. */
  remains: readonly string[];
}

/** The list of the certificates of all erasures. */
export const CERTIFICATES = { path: '/audit/erasures', title: 'Erasures' };

/** An erasure in the list of certificates. */
export interface CertificateLine
  extends Pick<CertificateView, 'id' | 'username' | 'started' | 'completed'> {
  /** Undefined if the certificate cannot be decrypted, like the next two. */
  participant?: string;
  records?: number;
  href?: string;
}

/** A page of the list of certificates. */
export interface CertificateList {
  title: string;
  trail: Trail;
  total: number;
  lines: readonly CertificateLine[];
  newerHref?: string;
  olderHref?: string;
}

/** The refusal of the pages that erase a participant, for users who are no administrators. */
export const erasureRefusal = {
  page: 'The pages that erase participants were',
  message: 'Only administrators erase participants. Nothing was erased.',
};

/** The refusal of the pages that produce all data of a participant. */
export const reportRefusal = {
  page: 'The pages with all data of a participant were',
  message: 'Only administrators produce all data of a participant.',
};

/** The refusal of the list of certificates. */
export const certificatesRefusal = {
  page: 'The list of erasures was',
  message: 'Only administrators see which erasures were made.',
};
