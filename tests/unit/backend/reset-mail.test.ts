import { expect, it } from 'vitest';
import { writeResetMail } from '../../../backend/endpoints/reset-mail';

const panel = {
  panelUrl: 'https://panel.study.example',
  panelName: 'SRH Study',
  timeZone: 'Africa/Lusaka',
  now: () => new Date('2026-11-27T20:30:00Z'),
};

it('the mail with a link names the panel, who asked and when, and says how long the link holds', () => {
  const { to, subject, text } = writeResetMail('ann@study.example', 'the-code', panel);
  expect([to, subject]).toEqual(['ann@study.example', 'Set your password for SRH Study']);
  expect(text).toContain('your account ann@study.example\nof SRH Study on panel.study.example');
  expect(text).toMatch(/27 November 2026 at 22:30 \(Africa\/Lusaka\)/);
  expect(text).toMatch(/used once, until 27 November 2026 at 23:30/);
  expect(text).toContain('If it was not you, do nothing');
  expect(text.split('\n')).toContain('https://panel.study.example/change-password/the-code');
});

it('the mail of a host without a name for its panel names the panel’s host', () => {
  const { subject } = writeResetMail('a@b.example', 'c', { ...panel, panelName: undefined });
  expect(subject).toBe('Set your password for panel.study.example');
});
