interface MailPreviewProps {
  /** False if the panel does not know whether the host sends this mail. */
  isSure: boolean;
  to: string;
  subject: string;
  text: string;
}

const SURE = 'This mail goes out:';
const UNSURE =
  'If your API host sends such mails, this mail goes out. Otherwise, tell the person yourself.';

/** Renders the recipient, the subject and the text of a mail before it is sent. */
export function MailPreview({ isSure, to, subject, text }: MailPreviewProps) {
  return (
    <figure className="rounded border border-line bg-sunken p-3 text-sm">
      <figcaption className="mb-2 font-medium">{isSure ? SURE : UNSURE}</figcaption>
      <dl className="mb-2 grid grid-cols-[auto_1fr] gap-x-3">
        <dt className="text-muted">To</dt>
        <dd className="break-all">{to}</dd>
        <dt className="text-muted">Subject</dt>
        <dd>{subject}</dd>
      </dl>
      <p className="border-t border-line pt-2">{text}</p>
    </figure>
  );
}
