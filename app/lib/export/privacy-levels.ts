/** The ways in which a file can contain personal data, in the order of the page that offers them. */
export const privacyLevels = {
  pseudonymised: {
    label: 'Pseudonymised',
    hint: 'Without names, phone numbers and other values that identify people. Pseudonyms replace study numbers and IDs. Dates are shifted, and a date of birth becomes an age band.',
  },
  full: {
    label: 'Full',
    hint: 'All values as they are. The audit log records your reason, and you may have to confirm that it is you.',
  },
} as const;

export type PrivacyLevel = keyof typeof privacyLevels;
