import { type Kysely, sql } from 'kysely';

/** The characters that String.prototype.trim removes. */
const SPACES =
  '\\t\\n\\u000b\\f\\r\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/**
 * Lower case as JavaScript has it, by Unicode's own rules and no country's; a one-line SQL function, so
 * that the engine sees through it.
 */
const fold = `
  create or replace function fold(text) returns text
  language sql immutable strict parallel safe
  return lower($1 collate "und-x-icu")`;

/** A function that reads dates in other formats than most are stored in. */
const oddStudyTime = `
  create or replace function odd_study_time(raw text, zone text) returns text
  language plpgsql immutable strict parallel safe as $body$
  declare
    part text[] := regexp_match(raw, '^[${SPACES}]*([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?(?:\\.[0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?[${SPACES}]*$');
    year int := part[1]; month int := part[2]; day int := part[3];
    hour int := coalesce(part[4], '0'); minute int := coalesce(part[5], '0');
    second int := coalesce(part[6], '0');
    last_day int; east int; moment timestamptz;
  begin
    if part is null or month not between 1 and 12 or day not between 1 and 31
      or minute > 59 or second > 59 or hour > 24 or (hour = 24 and minute + second > 0)
    then return null; end if;
    last_day := case when month in (4, 6, 9, 11) then 30
      when month <> 2 then 31
      when year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0) then 29 else 28 end;
    if part[7] is null then
      if day > last_day or hour = 24 then return null; end if;
      return concat(part[1], '-', part[2], '-', part[3],
        case when part[4] is not null
          then concat(' ', part[4], ':', part[5], ':', coalesce(part[6], '00')) end);
    end if;
    if year = 0 then return null; end if;
    east := 0;
    if part[7] <> 'Z' then
      if substr(part[7], 2, 2)::int > 23 or right(part[7], 2)::int > 59 then return null; end if;
      east := substr(part[7], 2, 2)::int * 60 + right(part[7], 2)::int;
      if part[7] like '-%' then east := -east; end if;
    end if;
    moment := (make_timestamp(year, month, 1, 0, 0, 0) + make_interval(days => day - 1,
      hours => hour, mins => minute - east, secs => second)) at time zone 'UTC';
    return to_char(case when zone ~ '^[+-]' then moment at time zone zone::interval
      else moment at time zone zone end, 'YYYY-MM-DD HH24:MI:SS');
  end $body$`;

/**
 * normalizeDate of shared/list/values.ts; a test holds the two against each other. A day that every month
 * has, and a time behind it, is told by one look: indexes are made of a million of them.
 */
const studyTime = `
  create or replace function study_time(raw text, zone text) returns text
  language sql immutable parallel safe
  return case when raw ~ '^[0-9]{4}-(0[1-9]|1[0-2])-([01][1-9]|10|2[0-8])( ([01][0-9]|2[0-3])(:[0-5][0-9]){2})?$'
    then raw else odd_study_time(raw, zone) end`;

/** Makes the functions that queries and indexes name; those of an older panel become these. */
export async function createFunctions<DB>(db: Kysely<DB>): Promise<void> {
  for (const statement of [fold, oddStudyTime, studyTime]) await sql.raw(statement).execute(db);
}
