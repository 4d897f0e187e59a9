import { DocumentError } from './document-store';

/**
 * Returns functions that build the paths of the messenger app's documents. `product` is the product's slug. Ids
 * come from addresses and from other documents, so the functions throw DocumentError `missing` for an invalid
 * id.
 */
export function getMessengerPaths(product: string) {
  const nested = (kind: string) => `${product}/${product}-${kind}/${product}-${kind}`;
  const below = (kind: string, id: string) => `${nested(kind)}/${requireId(id)}/${product}-${kind}`;
  const discussions = nested('discussions');
  const posts = (discussion: string) => below('discussion-posts', discussion);
  return {
    discussions,
    discussion: (id: string) => `${discussions}/${requireId(id)}`,
    posts,
    post: (discussion: string, id: string) => `${posts(discussion)}/${requireId(id)}`,
    users: nested('users'),
    user: (phone: string) => `${nested('users')}/${requireId(phone)}`,
    conversations: (phone: string) => below('conversations', phone),
    messages: (conversation: string) => below('chats', conversation),
  };
}

const MAX_ID_BYTES = 1_500;

/**
 * Returns the id if Firestore accepts it: no slash, not only dots, no reserved name. Throws DocumentError
 * `missing` otherwise.
 */
function requireId(id: string): string {
  const possible =
    id !== '' &&
    !id.includes('/') &&
    !/^\.{1,2}$|^__.*__$/.test(id) &&
    Buffer.byteLength(id) <= MAX_ID_BYTES;
  if (!possible) throw new DocumentError('missing');
  return id;
}
