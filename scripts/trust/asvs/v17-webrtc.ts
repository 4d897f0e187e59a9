import { allNotApplicable } from '../declare';
import type { Group } from '../requirement';

export const webrtc: Group = {
  title: '17 WebRTC',
  requirements: allNotApplicable('There is no WebRTC.', {
    '17.1.1': 'A TURN server reaches no internal addresses.',
    '17.2.1': 'The key of the DTLS certificate is protected.',
    '17.2.2': 'The media server uses approved DTLS suites.',
    '17.2.3': 'The media server checks who sends media.',
    '17.2.4': 'The media server survives malformed packets.',
    '17.3.1': 'The signalling server survives floods.',
    '17.3.2': 'The signalling server survives malformed messages.',
  }),
};
