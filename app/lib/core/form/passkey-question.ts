import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** The data with which script asks the browser to make a passkey or to use one. */
export type PasskeyQuestion = {
  /** The address of the panel. Browsers refuse passkeys at any other one. */
  origin: string;
} & (
  | { kind: 'add'; options: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'> }
  | { kind: 'prove'; options: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'> }
);
