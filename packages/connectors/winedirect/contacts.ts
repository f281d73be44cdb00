import { z } from 'zod'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import type { SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { changesStream } from './changes-stream.ts'
import { idIn, WdId, WdOptionalInstant, WdText } from './fields.ts'
import { recordListing } from './listings.ts'
import type { Search } from './search-pages.ts'
import type { XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

export const CONTACTS: Search = {
  service: 'contact',
  operation: 'SearchContacts',
  list: 'Contacts',
  idOf: idIn('ContactID'),
  maxRows: 200,
}

const Contact = z.object({
  ContactID: WdId,
  FirstName: WdText,
  LastName: WdText,
  Company: WdText,
  Email: WdText,
  City: WdText,
  StateCode: WdText,
  CountryCode: WdText,
  ZipCode: WdText,
  BirthDate: WdText,
  DateAdded: WdOptionalInstant,
  DateModified: WdOptionalInstant,
})

// Written as the start of that day in an unknown zone; only the day counts.
const birthOf = (stamp: string | null): string | null => {
  const day = stamp?.slice(0, 10) ?? ''
  return isLocalDay(day) ? day : null
}

const contactRow = (contact: z.output<typeof Contact>): CanonicalRecord<'customers'> => ({
  source_id: contact.ContactID,
  source_updated: contact.DateModified,
  time_basis: 'utc',
  name: [contact.FirstName, contact.LastName].filter(Boolean).join(' ') || contact.Company,
  email: contact.Email,
  city: contact.City,
  state: contact.StateCode,
  country: contact.CountryCode,
  postal_code: contact.ZipCode,
  birth: birthOf(contact.BirthDate),
  since: contact.DateAdded,
  lifetime_value_seed: null,
  currency: null,
})

const contactRows = (records: readonly XmlElement[]) =>
  readRecords(records, {
    schema: Contact,
    idOf: idIn('ContactID'),
    rows: (contact) => [{ table: 'customers', row: contactRow(contact) }],
  })

export const contactsStream = (client: WineDirectClient, now: () => number): SyncStream =>
  changesStream({
    name: 'contacts',
    title: 'Contacts',
    tables: ['customers'],
    client,
    search: CONTACTS,
    idParameter: 'ContactID',
    listing: recordListing(client, 'customers', CONTACTS),
    now,
    begin: () => ({ rows: (records) => ({ ...contactRows(records), removed: [] }), memory: () => null }),
  })
