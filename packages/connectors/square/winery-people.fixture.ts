import { type CustomerRow, pickFrom, type Random, type TeamRow } from './winery-rows.fixture.ts'

const GIVEN = ['Ada', 'Bruno', 'Chiara', 'Dario', 'Elin', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Karla', 'Liv']
const FAMILY = ['Abel', 'Brandt', 'Castel', 'Dietz', 'Eriksen', 'Falk', 'Gruber', 'Hale', 'Ito', 'Jensen', 'Keller']
const ADDRESSES = [
  ['Napa', 'CA', '94558'],
  ['Portland', 'OR', '97205'],
  ['Yakima', 'WA', '98901'],
  ['Austin', 'TX', '78701'],
] as const

const YEAR_MS = 365 * 24 * 3_600_000

/** Some have no address, some no email, some only a company name. */
export const makeCustomer = (index: number, since: number, random: Random): CustomerRow => {
  const [city, state, postal_code] = pickFrom(ADDRESSES, random)
  const hasAddress = random() < 0.7
  const name = index % 17 === 3 ? `Cellar Friends ${index}` : `${pickFrom(GIVEN, random)} ${pickFrom(FAMILY, random)}`
  return {
    source_id: `CUST${index}`,
    source_updated: since,
    time_basis: 'utc',
    name,
    email: random() < 0.85 ? `guest.${index}@mail.example` : null,
    city: hasAddress ? city : null,
    state: hasAddress ? state : null,
    country: hasAddress ? 'US' : null,
    postal_code: hasAddress ? postal_code : null,
    birth: random() < 0.5 ? new Date(since - (22 + random() * 50) * YEAR_MS).toISOString().slice(0, 10) : null,
    since,
    lifetime_value_seed: null,
    currency: null,
  }
}

export const makeTeamMember = (index: number, updated: number): TeamRow => ({
  source_id: `TM${index}`,
  source_updated: updated,
  time_basis: 'utc',
  name: `${GIVEN[index % GIVEN.length]} ${FAMILY[(index * 3) % FAMILY.length]}`,
})
