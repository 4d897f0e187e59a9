import path from 'node:path';
import { type OpenHost, openHost } from 'backend/start';
import { toErrorText } from 'shared/error-text';
import { sanitizeHtml } from 'shared/rich-text/sanitize';
import { checkSessionsAnew } from '../server/check-sessions-anew.server';
import { config, getPublicUrl } from '../server/config.server';
import { getFirebaseApp } from '../server/firebase.server';
import { getPanelKeys } from '../server/keys.server';
import { log } from '../server/log.server';
import { openStore } from '../server/store.server';
import { sendMail } from './mailer.server';
import { openedHost } from './opened-host.server';

/** Returns the API host that runs inside this process. Opens it on the first call. */
export function openEmbeddedHost(): Promise<OpenHost> {
  openedHost.host ??= open();
  return openedHost.host;
}

async function open(): Promise<OpenHost> {
  return openHost({
    database: await openStore(),
    dataDir: path.resolve(config.DATA_DIR),
    keys: getPanelKeys(),
    filesDir: config.FILES_DIR && path.resolve(config.FILES_DIR),
    timeZone: config.STUDY_TIME_ZONE,
    locale: config.STUDY_LOCALE,
    topic: config.PUSH_TOPIC,
    panelUrl: getPublicUrl(),
    panelName: config.PRODUCT_NAME,
    adminEmail: config.ADMIN_EMAIL,
    passMark: config.QUIZ_PASS_MARK,
    binDays: config.BIN_DAYS,
    maxUploadBytes: config.UPLOAD_MAX_BYTES,
    accountApproval: config.ACCOUNT_APPROVAL,
    researchersManageUsers: config.RESEARCHERS_MANAGE_USERS,
    inProcess: true,
    sendMail,
    demo: config.DEMO_DATA,
    sendTopicMessage: config.FIREBASE_PROJECT_ID ? sendTopicMessage : undefined,
    cleanHtml: sanitizeHtml,
    imageFolder: `${(config.FILES_URL ?? config.PUBLIC_URL ?? '').replace(/\/+$/, '')}/files/`,
    usersImported: checkSessionsAnew,
    keepsHistory: true,
    logError: (error, what) =>
      log.error({ what, error: toErrorText(error) }, 'the embedded host failed'),
  });
}

/** Sends a topic message through Firebase Cloud Messaging. */
async function sendTopicMessage(message: {
  topic: string;
  title: string;
  body: string;
}): Promise<void> {
  const { getMessaging } = await import('firebase-admin/messaging');
  await getMessaging(await getFirebaseApp()).send({
    topic: message.topic,
    notification: { title: message.title, body: message.body },
  });
}
