import { allNotApplicable } from '../declare';
import type { Group } from '../requirement';

export const tokens: Group = {
  title: '9 Self-contained tokens',
  requirements: allNotApplicable(
    'No token of the panel contains rights: sessions are looked up in the store. Encrypted ids in addresses give no access.',
    {
      '9.1.1': 'Tokens are signed, and the signature is checked.',
      '9.1.2': 'Only chosen algorithms sign tokens.',
      '9.1.3': 'The keys of tokens come from trusted places.',
      '9.2.1': 'Tokens are refused outside their time.',
      '9.2.2': 'Tokens are used for their purpose only.',
      '9.2.3': 'Tokens are accepted only by the service for which they are.',
      '9.2.4': 'Tokens for several services name their service.',
    },
  ),
};
