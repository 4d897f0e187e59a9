import { parseStored } from 'shared/record-values/items';
import { drawRows, type ItemRow } from './item-rows';
import type { Row, Study } from './study';

/** Random values of a record, by the names of its fields, and the rows of its list, such as the options of a quiz. */
export interface Drawn {
  values: Readonly<Record<string, string>>;
  rows?: { field: string; column: string; rows: readonly ItemRow[] };
}

/** An entity whose records are changed at random. */
export interface ChangedEntity {
  /** The name in addresses. */
  name: string;
  /** The title of its list. */
  title: string;
  table: string;
  key: string;
  /**
   * The columns with lists as JSON text. The order of keys, and ids that follow from the position, do not matter in
   * them.
   */
  lists?: readonly string[];
  /** The SQL condition for the records that may be changed. */
  changeable?: string;
  /** The SQL condition for the records that the host agrees to delete. */
  deletable?: string;
  /** The field by which an import finds records, and which it therefore cannot change. Defaults to the key. */
  matchedBy?: string;
  /** Returns random values for a new record, or for the record in `row`. */
  draw(study: Study, row?: Row): Promise<Drawn> | Drawn;
}

const pickStatus = ({ chance }: Study) => chance.pick(['1', '2']);
const pickText = ({ chance }: Study) =>
  chance.pick(['One', 'Two\r\nlines', 'Three – “quoted”, & <marked>', '=1+1']);

const color: ChangedEntity = {
  name: 'color',
  title: 'Colors',
  table: 'color',
  key: 'color_id',
  draw: (study) => ({
    values: {
      color_name: study.makeName('Shade'),
      color_code: study.chance.pick(['#111111', '#222222', '#333333']),
      c_status: pickStatus(study),
    },
  }),
};

const smsCategory: ChangedEntity = {
  name: 'sms-category',
  title: 'SMS Categories',
  table: 'sms_category',
  key: 'sms_cat_id',
  deletable: 'sms_cat_id not in (select sms_phone_category from sms_phone)',
  draw: (study) => ({
    values: {
      sms_cat_name: study.makeName('Category'),
      sms_cat_description: pickText(study),
      c_status: pickStatus(study),
    },
  }),
};

const smsPhone: ChangedEntity = {
  name: 'sms-phone',
  title: 'SMS Phones',
  table: 'sms_phone',
  key: 'sms_phone_id',
  matchedBy: 'sms_phone_number',
  draw: async (study) => ({
    values: {
      // New in each draw, so that an import, which keeps the number, changes the phone.
      sms_phone_name: study.makeName('Chipo'),
      sms_phone_number: study.makeName('+26097'),
      // The addition of another category may be undone, which deletes it. No phone could then get it back.
      sms_cat_id: study.chance.pick(await listFirstCategories(study)),
      c_status: pickStatus(study),
    },
  }),
};

/** Returns the ids of the first SMS categories that have not been deleted. */
async function listFirstCategories({ firstCategories, query }: Study): Promise<string[]> {
  const rows = await query('select sms_cat_id from sms_category order by sms_cat_id');
  return rows
    .map(({ sms_cat_id }) => String(sms_cat_id))
    .filter((id) => firstCategories.includes(id));
}

const user: ChangedEntity = {
  name: 'user',
  title: 'Users',
  table: 'user_account',
  key: 'user_id',
  // Users cannot change their own status, and the form could not restore an empty name.
  changeable: "user_username <> 'mwansa@panel.example' and user_fname <> '' and user_lname <> ''",
  draw(study, row) {
    const name = study.makeName('user').replaceAll(' ', '-');
    return {
      values: {
        user_username: String(row?.user_username ?? name),
        user_fname: study.chance.pick(['Ann', 'Bwalya', 'Zoë']),
        user_lname: study.makeName('Banda'),
        user_phone: String(row?.user_phone ?? ''),
        user_email: String(row?.user_email ?? `${name}@study.example`),
        user_role: String(row?.user_role ?? 2),
        u_status: pickStatus(study),
      },
    };
  },
};

const resource: ChangedEntity = {
  name: 'resource',
  title: 'Resources',
  table: 'resource',
  key: 'resource_id',
  lists: ['resource_content'],
  draw(study, row) {
    const { chance, makeName } = study;
    const values = {
      resource_name: makeName('Resource'),
      resource_description: pickText(study),
      resource_url: String(row?.resource_url ?? ''),
      resource_thumbnailUrl: String(row?.resource_thumbnailUrl ?? ''),
      r_status: pickStatus(study),
    };
    const former = Number(row?.resource_type) === 2 ? row?.resource_content : '';
    const isInteractive = former ? chance.happens(0.8) : chance.happens(0.3);
    if (!isInteractive)
      return {
        values: { ...values, r_type: '1', resource_content: `<p>${chance.pick(contents)}</p>` },
      };
    const rows = drawRows(study, former, (word) => ({ question: `${word}?`, answer: word }));
    const list = { field: 'resource_items', column: 'resource_content', rows };
    return { values: { ...values, r_type: '2' }, rows: list };
  },
};

const contents = [
  'Plain',
  'With <strong>strong</strong> words</p><ul><li>and</li><li>a list</li></ul><p>',
  '<a href="https://library.example/">A link</a> &amp; more</p><h2>Why</h2><p>So.',
  '<em>Slanted</em><br>on two lines',
];

const quiz: ChangedEntity = {
  name: 'quiz',
  title: 'Quizzes',
  table: 'quiz',
  key: 'quiz_id',
  lists: ['quiz_options'],
  deletable:
    'quiz_id not in (select attempt_quiz from quiz_attempt where attempt_quiz is not null)',
  draw(study, row) {
    const values = {
      quiz_question: study.makeName('Question'),
      quiz_description: pickText(study),
      c_status: pickStatus(study),
    };
    const broken = row && parseStored(row.quiz_options) === undefined;
    // The form posts a list that cannot be read unchanged.
    if (broken) return { values: { ...values, quiz_options: String(row.quiz_options) } };
    const rows = drawRows(study, row?.quiz_options, (word) => ({
      answer: word,
      ...(study.chance.happens(0.5) ? { correct: '1' } : {}),
    }));
    return { values, rows: { field: 'quiz_options', column: 'quiz_options', rows } };
  },
};

const facility: ChangedEntity = {
  name: 'facility',
  title: 'Facilities',
  table: 'facility',
  key: 'facility_id',
  // The form could not restore an empty answer.
  changeable:
    'facility_contraception > 0 and facility_prep > 0 and facility_abortion > 0 and facility_menstrual > 0 and facility_sti > 0 and facility_art > 0',
  draw(study, row) {
    const { chance, makeName } = study;
    const pickAnswer = () => chance.pick(['1', '2']);
    return {
      values: {
        facility_name: makeName('Clinic'),
        facility_address: pickText(study),
        facility_tollfree: chance.pick(['', '+260970000001']),
        facility_whatsapp: chance.pick(['', '+260970000002']),
        facility_phone: chance.pick(['', '+260970000003']),
        facility_email: chance.pick(['', 'clinic@study.example']),
        facility_website: chance.pick(['', 'https://clinic.example']),
        facility_contraception: pickAnswer(),
        facility_prep: pickAnswer(),
        facility_abortion: pickAnswer(),
        facility_menstrual: pickAnswer(),
        facility_sti: pickAnswer(),
        facility_art: pickAnswer(),
        facility_lat: chance.pick(['-15.4', '0', '12.345678']),
        facility_lon: chance.pick(['28.3', '-0.5', '180']),
        facility_thumbnailUrl: String(row?.facility_thumbnailUrl ?? ''),
        facility_content: `<p>${chance.pick(contents)}</p>`,
        f_status: pickStatus(study),
      },
    };
  },
};

const pfacility: ChangedEntity = {
  name: 'pfacility',
  title: 'PN Facilities',
  table: 'pfacility',
  key: 'pfacility_id',
  draw: (study) => ({
    values: {
      pfacility_name: study.makeName('Place'),
      pfacility_services: pickText(study),
      pfacility_hours: study.chance.pick(['', 'Monday, 08:00']),
      pfacility_names: study.chance.pick(['', 'Chipo', 'Mutale & Bwalya']),
      pfacility_contact: study.chance.pick(['', '+260970000004']),
      f_status: pickStatus(study),
    },
  }),
};

const smsMessage: ChangedEntity = {
  name: 'sms-message',
  title: 'SMS Messages',
  table: 'sms_message',
  key: 'sms_id',
  draw: (study) => ({
    values: {
      sms_content: study.makeName('Message'),
      sms_description: study.chance.pick(['First', '=1+1']),
      c_status: pickStatus(study),
    },
  }),
};

export const changedEntities = [
  ...[color, smsCategory, smsPhone, user, resource, quiz],
  ...[facility, pfacility, smsMessage],
];
