import {
  buildSum,
  customerId,
  dimension,
  joinedField,
  measure,
  personal,
  recordCount,
  stored,
  teamMemberId,
  textDimension,
  unlessEmpty,
  withSynonyms,
} from './build-column.ts'
import { dayPartDimension, timestampColumns, weekendDimension } from './date-columns.ts'
import { type Aggregate, type Field, proportion, ratio } from './formula.ts'
import { joinedCustomer, ofPerson, recordKey } from './joined-table.ts'
import type { Join, ReportType } from './report-type.ts'

const isVisit = stored('is_visit')
const tastingGuests: Field = (scope) => {
  const trade = `COALESCE(${scope.col('trade_guests')}, 0)`
  return `CASE WHEN ${scope.col('guests')} > ${trade} THEN ${scope.col('guests')} - ${trade} ELSE 0 END`
}

const whereVisit =
  (name: string): Field =>
  (scope) =>
    `CASE WHEN ${isVisit(scope)} THEN ${scope.col(name)} END`

const guests: Aggregate = { kind: 'sum', of: stored('guests'), where: isVisit }
/** Who canceled or did not show is not expected. */
const bookedGuests: Field = (scope) =>
  `CASE WHEN COALESCE(${scope.col('status')}, '') NOT IN ('cancelled', 'no_show') THEN ${scope.col('guests')} ELSE 0 END`
const tasters: Aggregate = buildSum('tasters')
const visitGuests: Field = (scope) => `CASE WHEN ${isVisit(scope)} THEN ${scope.col('guests')} ELSE 0 END`

/** Guests that signups are divided by, under the account's definitions. */
const couldSignUp: Field = (scope) =>
  scope.definitions.signupConversion === 'guests' ? visitGuests(scope) : scope.col('tasters')

const clubSignups: Aggregate = buildSum('club_signups')
const isNoShow: Field = (scope) => `(${scope.col('status')} = 'no_show')`
const isOver: Field = (scope) => `(${isVisit(scope)} OR ${isNoShow(scope)})`
/** A visit paid in another currency still has guests: only its revenue is excluded. */
const ownRevenue: Field = (scope) =>
  `CASE WHEN ${scope.col('currency')} = ${scope.currency()} THEN ${scope.col('revenue')} ELSE 0 END`
const revenue: Aggregate = { kind: 'sum', of: ownRevenue }

/** Services that name the customers of visits: without their names, whose contact was captured is not known. */
const naming: Join = {
  relation: (scope) =>
    `(SELECT DISTINCT service_id FROM ${scope.table('reservations')} WHERE is_visit AND customer_id IS NOT NULL)`,
  on: [['service_id', 'service_id']],
}
const couldBeContact: Field = (scope) => `(${isVisit(scope)} AND ${scope.joined('naming', 'service_id')} IS NOT NULL)`
const isContact: Field = (scope) =>
  `(${isVisit(scope)} AND ${unlessEmpty(joinedField('customers', 'email'))(scope)} IS NOT NULL)`
const contacts: Aggregate = { kind: 'count', where: isContact }

export const reservations: ReportType = {
  reportType: 'Reservations',
  title: 'Reservations and tastings',
  table: 'reservations',
  joins: { customers: joinedCustomer, naming },
  dateColumn: 'reservationDate',
  currencyColumn: null,
  channelColumn: null,
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['reservationId', 'reservationDate', 'customerName', 'experience', 'status', 'channel', 'teamMember'],
  history: {
    person: ofPerson,
    events: {
      key: recordKey,
      words: { did: 'had a reservation', didNot: 'didn’t have a reservation', event: 'reservation' },
      kinds: [
        {
          columnId: 'heldOn',
          comparison: 'IsNotNull',
          value: null,
          words: { did: 'kept a reservation', didNot: 'didn’t keep a reservation', event: 'visit' },
        },
        {
          columnId: 'status',
          comparison: 'Equal',
          value: 'no_show',
          words: { did: 'were a no-show', didNot: 'weren’t a no-show', event: 'no-show' },
        },
      ],
    },
  },
  columns: [
    personal(dimension('reservationId', 'Reservation ID', { field: stored('source_id'), isId: true })),
    withSynonyms(
      textDimension('experience', 'Experience', 'experience'),
      'experience, tasting experience, flight, tour, tasting type, experience type, type of tasting, kind of tasting, tour type',
    ),
    dimension('status', 'Status', {
      synonyms: 'status, reservation status, visit status',
      type: 'enum',
      field: stored('status'),
    }),
    textDimension('statusRaw', 'Status (as in source)', 'status_raw'),
    textDimension('channel', 'Booked by', 'channel'),
    customerId,
    dimension('customerName', 'Customer', {
      field: joinedField('customers', 'name'),
      identifiedBy: 'customerId',
      isPersonal: true,
    }),
    personal(textDimension('teamMember', 'Team member', 'team_member')),
    teamMemberId(stored('team_member_source_id')),
    ...timestampColumns({ prefix: 'reservation', displayName: 'Reservation date', name: 'reserved' }),
    weekendDimension(stored('reserved_local')),
    dayPartDimension(stored('reserved_local')),
    ...timestampColumns({
      prefix: 'heldOn',
      columnId: 'heldOn',
      displayName: 'Visit date',
      description: 'When the visit took place; blank for a reservation without a visit',
      name: 'reserved',
      of: whereVisit,
    }),
    measure('guests', 'Guests', 'integer', {
      synonyms:
        'guests, visitors, visitor count, guest count, foot traffic, traffic, people through the door, footfall, visitor traffic, guests hosted, people who visited, heads, headcount, visitor numbers, attendance, people we hosted, tasting guests count',
      description: 'Guests of visits that took place',
      record: visitGuests,
      formula: guests,
    }),
    measure('bookedGuests', 'Guests booked', 'integer', {
      synonyms: 'guests booked, booked guests, guests expected, expected guests, guests coming, people booked',
      description: 'Guests of reservations, past and ahead, without canceled ones and no-shows',
      record: bookedGuests,
      formula: { kind: 'sum', of: bookedGuests },
    }),
    measure('tasters', 'Tasting guests', 'integer', {
      synonyms: 'tasters, tasting guests, people who tasted, taster, people tasting',
      description: 'Guests of visits, excluding trade and club member parties',
      record: stored('tasters'),
      formula: tasters,
    }),
    measure('bottlePurchases', 'Guests who bought', 'integer', {
      synonyms: `
        guests who bought, visitors who bought, guests who bought wine, guests who bought a bottle, buying guests`,
      description: 'Guests of visits that bought a bottle of wine the same day, excluding trade',
      record: stored('bottle_guests'),
      formula: buildSum('bottle_guests'),
    }),
    measure('bottleConversion', 'Bottle conversion', 'percent', {
      synonyms: `
        bottle conversion, bottle conversion rate, walk out with a bottle, leave with a bottle, guests who buy a bottle, purchase conversion, tasting conversion, tasting conversion rate,
        tasting to purchase conversion, buy rate, purchase rate, bottle purchase rate, conversion to purchase, conversion to bottle,
        share of guests who buy, close rate`,
      description: 'Guests who bought ÷ guests of visits, excluding trade',
      formula: proportion('guests', buildSum('bottle_guests'), { kind: 'sum', of: tastingGuests, where: isVisit }, [
        'Guests who bought',
        'Guests, excluding trade',
      ]),
    }),
    measure('clubSignups', 'Tasting-room signups', 'integer', {
      synonyms: 'tasting room signups, club signups from tastings, signups from tastings, signups from visits',
      description: 'Memberships started on the day of a visit of the customer; other signups are not included',
      record: stored('club_signups'),
      formula: clubSignups,
    }),
    measure('signupConversion', 'Signup conversion', 'percent', {
      synonyms: `
        converts to club, convert to club, converts to the club, converts to members, end in a club signup, ends in a club signup, end in a signup, end up in a signup, end in signups, signup conversion, club conversion, club conversion rate, signup conversion rate, club signup conversion,
        sign up conversion, membership conversion, signup rate, sign up rate, club sign up rate, club signup rate, conversion to club,
        club sign up conversion, guest to member conversion, tasting to club conversion, member conversion, wine club conversion`,
      description: 'Tasting-room signups ÷ tasting guests',
      formula: proportion('guests', clubSignups, { kind: 'sum', of: couldSignUp }, ({ signupConversion }) => [
        'Tasting-room signups',
        signupConversion === 'guests' ? 'Guests' : 'Tasting guests',
      ]),
    }),
    measure('contacts', 'Visits with a contact', 'integer', {
      synonyms: `
        visits with a contact, visits with contact, visits with an email, guests with contact, guests with a contact, guests with an email,
        contacts captured, captured contacts, emails captured, emails collected, contacts collected, email captures, contacts, contacts we captured`,
      description: 'Visits whose customer has an email address, one for each visit',
      formula: contacts,
    }),
    measure('captureRate', 'Contact capture rate', 'percent', {
      synonyms: `
        capture rate, contact capture rate, contact capture, email capture rate, email capture, data capture, data capture rate, guest capture rate,
        capture of contacts, rate of capture, share of visits with a contact`,
      description: 'Visits with a contact ÷ visits; without those of sources that name no customers of visits',
      formula: proportion('visits', contacts, { kind: 'count', where: couldBeContact }, [
        'Visits with a contact',
        'Visits',
      ]),
    }),
    measure('revenue', 'Revenue', 'currency', {
      synonyms: `
        tasting revenue, visit revenue, reservation revenue, revenue from tastings, tasting sales,
        revenue from reservations, revenue, sales, net sales, money, dollars, income, spend, earnings, tasting room revenue from visits, visit sales`,
      description: 'Net sales of visits, on their day',
      record: ownRevenue,
      formula: revenue,
    }),
    measure('revenuePerGuest', 'Revenue per guest', 'currency', {
      synonyms: `
        revenue per guest, rev per guest, sales per guest, spend per guest, revenue per visitor, sales per visitor,
        average spend per guest, per guest, spend a guest, sales per head, revenue per head, spend per head, dollars per guest,
        per head, spend per visitor, revenue per person, spend per person, average per guest, per visitor, sales per taster,
        revenue per taster`,
      description: 'Revenue ÷ guests',
      formula: ratio(revenue, guests, ['Revenue', 'Guests']),
    }),
    measure('noShowRate', 'No-show rate', 'percent', {
      synonyms: 'no show rate, noshow rate, rate of no shows, percent of no shows',
      description: 'No-shows ÷ no-shows and visits',
      goodDirection: 'down',
      formula: proportion('reservations', { kind: 'count', where: isNoShow }, { kind: 'count', where: isOver }, [
        'No-shows',
        'No-shows and visits',
      ]),
    }),
    recordCount('reservationCount', 'Reservations', 'Reservations of any status', 'up'),
  ],
}
