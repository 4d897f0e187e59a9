import { describe, expect, it } from 'vitest';
import { facility } from '../support/form-values';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const remote = remotePanel({}, { shared: true });

const category = { Name: 'News', Description: 'Of the study', Status: 'Active' };
const saved = { sms_cat_name: 'News', sms_cat_description: 'Of the study', c_status: 'Active' };
const SUCCESS = 'The SMS category has been successfully saved!';

const toast = () => remote.visitor.page.getByRole('status').textContent;
/** Returns how often a record was loaded, including for its edit page. */
const loads = (path: string) => remote.host.to(path).length;

async function addCategory() {
  await remote.visitor.open('/sms-category/add');
  await remote.visitor.press('Save', category);
}

describe('a host that drops a field of a record', () => {
  it('is reported with the labels of the dropped fields, without reading the record again', async () => {
    const answer = { ...saved, sms_cat_id: 41, sms_cat_description: null, c_status: 2 };
    remote.host.on('sms-category/update', () => envelope([answer]));
    remote.host.on('sms-category/id/41', () => envelope([answer]));
    await addCategory();
    expect(toast()).toBe('Saved, but this API host did not keep: Description, Status');
    expect(remote.visitor.url).toContain('/sms-category/edit/41');
    // The only load is that of the edit page.
    expect(loads('sms-category/id/41')).toBe(1);
    await expect.poll(() => remote.host.entries('Add')).toEqual(['Added SMS category 41']);
  });

  it('is reported after the record is read again, if the answer has only the id', async () => {
    remote.host.on('sms-category/update', () => envelope([{ sms_cat_id: 41 }]));
    remote.host.on('sms-category/id/41', () =>
      envelope([{ ...saved, sms_cat_id: 41, sms_cat_description: undefined }]),
    );
    await addCategory();
    expect(toast()).toBe('Saved, but this API host did not keep: Description');
    expect(loads('sms-category/id/41')).toBe(2);
  });

  it('is reported after an update that stored nothing', async () => {
    remote.host.on('sms-category/id/5', () => envelope([{ ...saved, sms_cat_id: 5 }]));
    remote.host.on('sms-category/update', () => envelope(null));
    await remote.visitor.open('/sms-category/edit/5');
    await remote.visitor.press('Save', { Name: 'Old news', Status: 'Disabled' });
    expect(toast()).toBe('Saved, but this API host did not keep: Name, Status');
  });

  it('is reported with the content of a facility, but not with services in another notation', async () => {
    remote.host.on('facility/update', () => envelope([{ facility_id: 41 }]));
    remote.host.on('facility/id/41', () =>
      envelope([
        {
          facility_id: '41',
          facility_name: 'Matero Clinic',
          facility_address: 'Plot 2',
          facility_contraception: 1,
          facility_prep: 'No',
          facility_abortion: 0,
          facility_menstrual: 'Yes',
          facility_sti: '1',
          facility_art: 2,
          facility_lat: -15.5,
          facility_lon: '28.250000',
          f_status: 'Active',
        },
      ]),
    );
    await remote.visitor.open('/facility/add');
    await remote.visitor.press('Save', { ...facility, Content: '<p>Open on Fridays</p>' });
    expect(toast()).toBe('Saved, but this API host did not keep: Content');
  });

  it('is reported with the type and the items of a resource', async () => {
    const record = {
      resource_id: 5,
      resource_name: 'PrEP',
      resource_description: 'About it',
      resource_content: '[{"id":1,"no":1,"question":"What?","answer":"A pill"}]',
      r_type: 'Interactive',
      r_status: 1,
    };
    remote.host.on('resource/id/5', () => envelope([record]));
    await remote.visitor.open('/resource/edit/5');
    remote.host.on('resource/update', () =>
      envelope([{ ...record, resource_content: null, r_type: null }]),
    );
    await remote.visitor.press('Save', { Name: 'PrEP' });
    expect(toast()).toBe('Saved, but this API host did not keep: Type, Items');
  });
});

describe('a host that keeps what was sent', () => {
  it('may return another notation, and is not asked again', async () => {
    const answer = {
      sms_cat_id: '41',
      sms_cat_name: ' News\r\n',
      sms_cat_description: 'Of the study',
      c_status: 1,
    };
    remote.host.on('sms-category/update', () => envelope([answer]));
    remote.host.on('sms-category/id/41', () => envelope([answer]));
    await addCategory();
    expect(toast()).toBe(SUCCESS);
    expect(loads('sms-category/id/41')).toBe(1);
  });

  it.each([
    [
      'returns only the id and refuses the read',
      () => envelope([{ sms_cat_id: 41 }]),
      () => refusal('No'),
    ],
    ['returns nothing and has no record', () => envelope(null), () => envelope([])],
    [
      'returns only the id and cannot read single records',
      () => envelope([{ sms_cat_id: 41 }]),
      () => undefined,
    ],
    [
      'returns only the id and then another record',
      () => envelope([{ sms_cat_id: 41 }]),
      () => envelope([{ ...saved, sms_cat_id: 40, sms_cat_name: 'Another' }]),
    ],
  ])('is believed when it %s', async (_, answer, record) => {
    remote.host.on('sms-category/update', answer);
    remote.host.on('sms-category/id/41', (_call, response) => {
      return record() ?? void response.writeHead(404).end();
    });
    await addCategory();
    expect(toast()).toBe(SUCCESS);
    expect(remote.panel.output()).not.toContain('Of the study');
  });
});

describe('a notification that the host stores with other values', () => {
  it('is sent to phones all the same', async () => {
    remote.host.on('notification/update', () =>
      envelope([
        {
          notification_id: 41,
          notification_type: 'Public',
          notification_title: 'Training',
          notification_body: 'On Monday',
          notification_description: '',
        },
      ]),
    );
    await remote.visitor.open('/notification/add');
    const typed = { Type: 'Public', Title: 'Training', Body: 'On Monday', Description: 'Monthly' };
    await remote.visitor.press('Save', typed);
    expect(toast()).toBe('Saved, but this API host did not keep: Description');
    expect(remote.host.to('send-fcm-topic-message')).toHaveLength(1);
  });
});
