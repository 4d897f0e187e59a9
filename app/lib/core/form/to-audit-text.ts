/** Returns a reason in one line and without “ and ”, so that it cannot imitate further text of an audit entry. */
export function toAuditText(reason: string): string {
  return reason.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[“”]/g, '"');
}
