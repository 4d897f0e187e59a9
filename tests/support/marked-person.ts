import { getMessengerPaths } from '../../app/lib/core/messenger/paths';
import { sqlOn } from './database';
import { importFile } from './import-steps';
import type { Visitor } from './visitor';

/** The values of a participant, none of which occurs anywhere else in the demo study. */
export const marked = {
  studyNumber: 'QZ-77131',
  phone: '+260979913377',
  name: 'Xaverina Quixote',
  formerName: 'Xaverina Zwangendaba',
  note: 'wishes no calls after the wedding in Kalulushi',
  answer: 'was told by her aunt Perpetua',
  message: 'my neighbour Bwalyankulu knows it',
  post: 'ask the midwife Chisengalumbwe',
  postBefore: 'ask the nurse Chisengalumbwe',
  discussionText: 'this corner belongs to Quixote',
  sms: 'come on Friday dear Xaverina',
  email: 'xave@mail.example',
  studyName: 'Xavi Quixote-Banda',
  subject: 'Opened QZ-77131',
  conversation: 'chat-quixote-1',
  file: `${'a7'.repeat(16)}.png`,
} as const;

const paths = getMessengerPaths('study');

/**
 * Adds a participant with records in all lists, as far as the product and the apps add them. `addDocuments` adds those
 * of the messenger.
 */
export async function addMarkedPerson(
  visitor: Visitor,
  dataDir: string,
  addDocuments: (dataDir: string) => Promise<void> = addToOwnStore,
): Promise<string> {
  const { studyNumber, phone, name, formerName, note, answer, sms, subject } = marked;
  const { email, studyName } = marked;
  await importFile(
    visitor,
    'Participants',
    `peer_navigator,study_number,phone_number,history_hiv_prep_stop_reason,residency\npn,${studyNumber},${phone},${answer},Kalulushi\n`,
  );
  await importFile(
    visitor,
    'Followups',
    `peer_navigator,study_number,checkin_type,next_checkin_date,checkin_notes\npn,${studyNumber},Phone,2026-05-05,${note}\n`,
  );
  for (const phoneName of [formerName, name])
    await importFile(
      visitor,
      'Phones',
      `phone_number,phone_name,phone_status\n${phone},${phoneName},3\n`,
    );
  await importFile(
    visitor,
    'SMS History',
    `sms_history_number,sms_history_message,sms_history_createdate\n${phone},${sms},2026-02-03\n`,
  );
  await importFile(
    visitor,
    'Study Followup',
    `sfollow_whatsapp,sfollow_name,sfollow_email,sfollow_months\n${phone},${studyName},${email},3\n`,
  );
  await importFile(
    visitor,
    'Study Resources',
    `sresource_whatsapp,sresource_name,sresource_link\n${phone},${studyName},https://study.example/r/1\n`,
  );
  await importFile(
    visitor,
    'Usage Analytics',
    `username,start_date,type,subject\npn,2026-02-03 10:00:00,view,${subject}\n`,
  );
  await importFile(
    visitor,
    'Quiz Attempts',
    `attempt_quiz,attempt_createuser,attempt_createdate,attempt_score\n1,${phone},2026-02-04 10:00:00,50\n`,
  );
  await addDocuments(dataDir);
  const [row] = (await sqlOn(dataDir, 'select id from participant where study_number = ?', [
    studyNumber,
  ])) as { id: number }[];
  return String(row?.id);
}

/** Adds a document, as an app does. */
type AddDocument = (collection: string, id: string, fields: object) => Promise<unknown>;

/** Adds the documents to the panel's own store, with users and a discussion of the demo study. */
export async function addToOwnStore(dataDir: string): Promise<void> {
  const list = async (collection: string) =>
    (await sqlOn(dataDir, 'select id from document where collection = ? order by id', [
      collection,
    ])) as { id: string }[];
  const [first, second] = await list(paths.users);
  const [discussion] = await list(paths.discussions);
  const others = [first?.id ?? '', second?.id ?? ''] as const;
  await addMarkedDocuments(others, discussion?.id ?? '', (collection, id, fields) =>
    sqlOn(
      dataDir,
      'insert into document (collection, id, data, order_key, version) values (?, ?, ?, null, 1)',
      [collection, id, JSON.stringify(fields)],
    ),
  );
}

/** Adds the documents that the messenger app writes: a user, conversations with two others, and a post. */
export async function addMarkedDocuments(
  [first, second]: readonly [string, string],
  discussion: string,
  add: AddDocument,
): Promise<void> {
  const { phone, name, message, postBefore, conversation } = marked;
  const author = { firstName: name, id: phone, color: '' };
  await add(paths.users, phone, { name, status: 3, pin: '1234' });
  await add(paths.conversations(phone), first, { id: conversation, name: 'PN', message });
  await add(paths.conversations(first), phone, { id: conversation, name, message });
  // Only the other phone has a copy of this conversation.
  await add(paths.conversations(second), phone, { id: `${conversation}-2`, name, message });
  for (const id of [conversation, `${conversation}-2`])
    await add(paths.messages(id), 'm1', {
      ...{ text: message, sender: phone, author, type: 'image' },
      uri: `https://panel.example/files/${marked.file}`,
    });
  await add(paths.posts(discussion), 'p-quixote', {
    ...{ text: postBefore, author, state: 1, status: 'sent', type: 'text' },
  });
}
