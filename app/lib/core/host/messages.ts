/** The words for a save in the messages of product-spec.md §8, which fixes their different capitals. */
export type Saving = 'adding' | 'Updating';

/**
 * The messages for users. Those from product-spec.md §8 have exactly its wording, including its spelling
 * mistakes: tests and the study's handbook refer to them.
 */
export const messages = {
  unreadable: 'Unable to process server response from server',
  saveUnreadable: (saving: Saving, entity: string) =>
    `Unable to process server response for ${saving} ${entity} from server`,
  redirected:
    'The API host redirected this request to another address. The panel did not follow the redirect and sent nothing there. Please ask the person who runs this panel to check the address of the host.',
  notOffered: (feature: string) => `This API host does not offer ${feature}`,
  waitingUnknown: 'This API host does not state which accounts wait for approval',
  loadFailed: (entity: string) => `An error occured when loading ${entity} from server`,
  listTooLong: (limit: string) =>
    `This list is too long to be shown here: the host sends more than ${limit}. Ask the person who runs this panel to raise the limit.`,
  itemTooLarge:
    'The API host sent more data for one record than the panel reads: 16 MB and 100,000 values. Ask the person who runs the API host to check this record.',
  summaryTooLong: (limit: string) =>
    `This list is too long to be summarized here: it has more than ${limit} rows. Set filters, or ask the person who runs this panel to raise the limit.`,
  summaryTooVaried:
    'These columns have too many different values to be summarized. Set filters, or choose other columns.',
  withdrawnUnknown:
    'This list is not shown, because the panel could not leave out withdrawn participants: the list of participants could not be loaded. Try again, or show the list with them.',
  listIncomplete:
    'The API host sends only a part of this list, so the panel does not show it. Ask the person who runs the API host to send whole lists, or to announce that it answers queries.',
  derivedUnknown: (others: string, titles: string) =>
    `The list of ${others} could not be loaded, so these columns are not known: ${titles}. Rows that are filtered by them may be missing.`,
  deleteFailed: (entity: string) => `An error occured when deleting ${entity} from server`,
  logFailed: (entity: string) => `An error occured when logging ${entity} from server`,
  noTopic: (type: string) =>
    `Nothing was saved or sent, because the type “${type}” has no push topic. Choose another type, or ask the person who runs this panel to name its topic in PUSH_TOPICS`,
  notificationFailed: 'An error occured when sending notification from server',
  saveFailed: (saving: Saving, entity: string) =>
    `An error occured when ${saving} ${entity}. Please try again`,
  noOwnPassword:
    'This API host does not let you change your password here. Sign out and choose “Forgot your password?” on the sign-in page instead.',
  noOwnPasswordNorReset:
    'This API host does not let you change your password here. Ask the person who runs the API host to set it.',
  noReset:
    'You cannot reset your password here, because this API host does not offer it. Ask the person who runs the API host to set it.',
  noSignUp:
    'You cannot create an account here, because this API host does not offer it. Ask an administrator of the study to add you.',
  noPasswordLink:
    'You cannot set your password with this link, because this API host does not offer it. Ask the person who runs the API host to set it.',
  newUsersChoosePassword:
    'New users choose a password with “Forgot your password?” on the sign-in page.',
  newUsersWithoutEmail:
    'If they do not get an email, ask the person who runs the API host to set their password.',
  newUsersNeedOperator:
    'This API host does not offer password resets. Ask the person who runs the API host to set the password of a new user.',
  ownPasswordChanged: 'Your password has been changed',
  loginFailed: 'An error occured. Please try again',
  resetSent: "We've sent a link to reset your password. Check your inbox.",
  noGallery:
    'No gallery is configured for this API host. The person who runs this panel can set GALLERY_URL to the address of a gallery.',
  downloadFailed: 'An error occured when downloading the file',
  exportChanged: (list: string) =>
    `Your file of ${list}: the API host changed some values in it, so the panel made the file instead, with the values of the list.`,
  exportIncomplete: (list: string) =>
    `Your file of ${list}: the file of the API host did not have the same rows and columns, so the panel made the file instead.`,
  exportUnreadable: (list: string) =>
    `Your file of ${list}: the panel could not read the file that the API host made, so the panel made the file itself.`,
  saved: (entity: string) => `The ${entity} has been successfully saved!`,
  unsavedFields: (labels: readonly string[]) =>
    `Saved, but this API host did not keep: ${labels.join(', ')}`,
  deleted: (entity: string) => `The ${entity} has been successfully deleted!`,
  restored: (entity: string) => `The ${entity} has been successfully restored!`,
  restoreFailed: 'An error occured when restoring the record. Please try again',
  notInBin: 'This record is no longer in the bin. It was restored or deleted for good.',
  noBin:
    'Deletions are final here: this panel has no bin. Records that users delete cannot be restored.',
  linkFailed: (participant: string, number: string) =>
    `An error occured when linking ${participant} to ${number}. Please try again`,
  notNavigator: (type: string) =>
    `You can link participants to a peer navigator’s phone only. This phone’s type is ${type}: you can still view its participants and unlink them.`,
  uploadFailed: (file: string) => `Unable to upload ${file}. Please try again`,
  noUploadFolder: (folder: string) =>
    `The upload server has no folder ${folder}, so the file was not stored. Ask the person who runs this panel to check UPLOAD_URL. Save without the file, or enter the address of a file that is stored elsewhere`,
  uploadForbidden:
    'The upload server does not let this panel store files. Ask the person who runs this panel to check UPLOAD_TOKEN and UPLOAD_TOKEN_HEADER',
  uploadTooLargeThere: 'The upload server does not accept files of this size. Choose a smaller one',
  uploadRefused: (status: number) =>
    `The upload server refused the file (status ${status}). Ask the person who runs this panel to check UPLOAD_URL`,
  oneFile: (field: string) => `Choose only one file for the ${field}`,
  uploadInvalid: 'The response from the server is invalid. Please try again',
  uploadUnreadable: 'Unable to process response from server. Please try again',
  noInformation: 'Could not show information',
  noDocument: (entity: string) => `Unable to find a ${entity} with the specified ID`,
  noDiscussions: 'Dicussions could not be loaded',
  savedDataCleared: 'The saved data for conversatiosn has been cleared!',
  noImports: 'This API host does not accept imports',
  checkFailed: 'An error occured when checking the file. Please try again',
  tooManyImports:
    'Four files of yours are being checked or imported. Wait until one of them is finished, or cancel one. Then choose this file again',
  importFailed:
    'An error occured when importing the file. Please try again: what has been imported already is not imported twice',
  importRefused:
    'Nothing was imported: the data has changed since the check. Correct the rows below and choose the file again',
  importDropped: (fileName: string) => `${fileName} was removed from your files`,
  importNotDropped: 'This file is being checked or imported. Cancel that first',
  importChanged:
    'This file was checked again in another window. Look at what would happen now, then choose or import again',
  importRechosen:
    'You have changed the choices. Check again first, so that you see what would be imported',
  importUndecided: 'Choose what happens to the suspicious values before you import',
  importUnlisted:
    'The history of the records does not list this import, because the API host does not say which records it has changed.',
  cancelledTooLate: 'It was too late to cancel. This page shows what became of the file',
  importExpired: 'This file is no longer stored. Choose it again',
} as const;
