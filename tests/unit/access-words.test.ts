import { declarations } from 'shared/entities';
import { describe, expect, it } from 'vitest';
import {
  allKindWords,
  describeAccessed,
  describeKind,
  describeScreen,
  findKinds,
  findScreenNames,
  readTypedRecord,
  screenNames,
} from '~/lib/core/access/access-words';

describe('no record is read from', () => {
  it.each([
    '',
    'participant',
    '12',
    'participant 3-12',
    'participant 3, 4',
    'participants 12',
    'somebody else 12',
    'participant 12; phone #4',
    'participant 0',
  ])('%j', (text) => {
    expect(readTypedRecord(text)).toBeUndefined();
  });
});

it('reads a record as the list shows it, and as the log stores it', () => {
  const navigator = { entity: 'peer-navigator', ref: 12 };
  for (const text of ['peer navigator 12', ' Peer  Navigator  12', 'peer-navigator 12'])
    expect(readTypedRecord(text), text).toEqual(navigator);
  expect(readTypedRecord('SMS phone #4')).toEqual({ entity: 'sms-phone', ref: -4 });
  for (const { name, singular } of declarations)
    expect(readTypedRecord(`${name} 7`), singular).toEqual({ entity: name, ref: 7 });
});

it('shows the records of an access in the words of the study', () => {
  expect(describeAccessed('')).toBe('');
  expect(describeAccessed('peer-navigator 3-12 15; phone #4')).toBe(
    'peer navigator 3-12, 15; phone #4',
  );
  expect(describeAccessed('forgotten 3 4')).toBe('forgotten 3, 4');
});

it('finds kinds and screens by their words and by their stored names', () => {
  const isListed = (text: string) => (other: string) => other === text;
  expect(findKinds(isListed('Opened the form'))).toEqual(['Form']);
  expect(findKinds(isListed('Form'))).toEqual(['Form']);
  expect(findKinds(isListed('form'))).toEqual([]);
  expect(findScreenNames(isListed('SMS Phones'))).toEqual(['sms-phone']);
  expect(findScreenNames(isListed('sms-phone'))).toEqual(['sms-phone']);
  expect(describeKind('Export')).toBe('Exported');
  expect(describeKind('Unknown')).toBe('Unknown');
  expect(describeScreen('participant')).toBe('Participants');
  expect(describeScreen('gone')).toBe('gone');
});

it('shows no stored name as a title, and no two kinds with the same words', () => {
  for (const name of screenNames) expect(describeScreen(name), name).not.toBe(name);
  expect(new Set(allKindWords).size).toBe(allKindWords.length);
});
