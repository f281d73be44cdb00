import { expect, test } from 'vitest'
import { detectFile } from '../detect.ts'
import { importFields } from '../import-fields.ts'

const fileOf = (text: string) => {
  const [columns = [], ...sample] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
  return { columns, sample }
}

const REGISTER = fileOf(`
Receipt #|Sold On|Clerk|Department|Item|Qty|Each|Ext. Price|Disc.|Tax
10231|2026-10-03 11:42|Maria|Tasting Room|2021 Estate Cab|2|$65.00|$130.00|($13.00)|$10.00
10231|2026-10-03 11:42|Maria|Tasting Room|Cheese Plate|1|$24.00|$24.00||$2.00
10233|2026-11-14 15:20|Maria|Tasting Room|2021 Estate Cab|-1|$65.00|($65.00)||($5.00)
10234|2026-11-15 12:00|Jon|Web|2020 Reserve|3|$1,120.00|$3,360.00||$240.00
`)

test('in a register report, titles identify products and amounts before discounts are no line amounts', () => {
  const { detected, mapping } = detectFile(REGISTER, null)
  expect([detected.kind, detected.certainty]).toEqual(['order_lines', 'likely'])
  expect(mapping).toMatchObject({
    orderId: 'Receipt #',
    orderDate: expect.objectContaining({ column: 'Sold On' }),
    sku: 'Item',
    productTitle: 'Item',
    quantity: 'Qty',
    unitPrice: 'Each',
    discount: 'Disc.',
    teamMember: 'Clerk',
  })
  expect(mapping).not.toHaveProperty('lineAmount')
})

test('an amount after the discount stays the line amount', () => {
  const file = fileOf(`
Order|Date|SKU|Qty|Price|Line total|Discount
1|2026-10-03|CAB|2|65.00|117.00|13.00
2|2026-10-04|PN|1|24.00|24.00|0.00
`)
  expect(detectFile(file, 'order_lines').mapping).toMatchObject({ lineAmount: 'Line total' })
})

test('a list of members is known by its words, and names in two columns are joined', () => {
  const { detected, mapping } = detectFile(
    fileOf(`
Member #|First|Last|Email|Membership Level|Date Joined|Status|Date Cancelled|Why
501|Ann|Lee|ann@x.example|Gold|2024-01-05|Active||
502|Bob|Day|bob@x.example|Silver|2025-03-17|Cancelled|2026-10-02|Moved
503|Cy|Orr||Gold|2026-11-01|Active||
504|Di|Poe|di@x.example|Gold|2025-06-30|On Hold||
`),
    null,
  )
  expect([detected.kind, detected.certainty]).toEqual(['memberships', 'likely'])
  expect(mapping).toMatchObject({
    membershipId: 'Member #',
    clubName: 'Membership Level',
    customerName: { columns: ['First', 'Last'] },
    signupDate: expect.objectContaining({ column: 'Date Joined' }),
    cancelledDate: expect.objectContaining({ column: 'Date Cancelled' }),
    cancellationReason: 'Why',
  })
})

test('bookings have a date and a time in columns of their own', () => {
  const { detected, mapping } = detectFile(
    fileOf(`
Booking Ref|Visit Date|Time|Party|Experience|State|Host
R1|2026-11-14|11:00|4|Cave Tour|Completed|Maria
R2|2026-11-14|13:30|2|Estate Tasting|Completed|Jon
R3|2026-11-15|10:00|6|Estate Tasting|No Show|Jon
`),
    null,
  )
  expect([detected.kind, detected.certainty]).toEqual(['reservations', 'likely'])
  expect(mapping).toMatchObject({ reservationTime: 'Time', guests: 'Party', status: 'State', teamMember: 'Host' })
})

test('a list of reservations with the fields of Tock’s data model is recognized', () => {
  const { detected, mapping } = detectFile(
    fileOf(`
Confirmation Number|Reservation Date|Time|Party Size|Experience|Status|First Name|Last Name|Email|Total Price
TOCK-R-8QK2|2026-11-14|16:15|4|Cave Tour|Booked|Jordan|Rivera|jordan@example.com|200.00
TOCK-R-9ZB7|2026-11-14|17:00|2|Estate Tasting|Canceled|Ada|Keller|ada@example.com|80.00
TOCK-R-4MM1|2026-11-15|10:30|6|Estate Tasting|No Show|Omar|Abel|omar@example.com|240.00
`),
    null,
  )
  expect([detected.kind, detected.certainty]).toEqual(['reservations', 'likely'])
  expect(mapping).toMatchObject({
    reservationId: 'Confirmation Number',
    reservationTime: 'Time',
    guests: 'Party Size',
    experience: 'Experience',
    status: 'Status',
  })
})

const STATUSES = ['bezahlt', 'storniert', 'beglaubigt', 'verbucht']

test.each([
  ['known in German', STATUSES.slice(0, 2), []],
  ['known in part', STATUSES.slice(1, 3), [expect.objectContaining({ column: 'Status', value: 'beglaubigt' })]],
  ['inherited names', ['constructor'], [expect.objectContaining({ value: 'constructor' })]],
  ['all unknown', STATUSES.slice(2), [expect.objectContaining({ column: 'Status', value: 'beglaubigt' })]],
])(
  'values of a column “Status” that are %s are asked about if one is not known as a payment status',
  (_, statuses, problems) => {
    const file = {
      columns: ['Order', 'Date', 'Net', 'Status'],
      sample: statuses.map((status, index) => [`B-${index}`, '2026-10-03', '12.50', status]),
    }
    const mapping = { orderId: 'Order', orderDate: 'Date', netAmount: 'Net', paymentStatus: 'Status' }
    expect(importFields(file, 'orders', mapping).problems).toEqual(problems)
  },
)

test('a payment status that a person chose is known', () => {
  const file = { columns: ['Order', 'Date', 'Net', 'Status'], sample: [['B-1', '2026-10-03', '12.50', 'verbucht']] }
  const paymentStatus = { column: 'Status', values: { verbucht: 'paid' } }
  const mapping = { orderId: 'Order', orderDate: 'Date', netAmount: 'Net', paymentStatus }
  expect(importFields(file, 'orders', mapping).problems).toEqual([])
})

test('dates that fit both orders are read as the other dates of the file', () => {
  const file = fileOf(`
Member #|Membership Level|Date Joined|Date Cancelled
501|Gold|1/5/24|
502|Silver|3/17/25|10/2/26
`)
  expect(detectFile(file, 'memberships').mapping).toMatchObject({
    signupDate: { format: 'MM/DD/YY' },
    cancelledDate: { format: 'MM/DD/YY' },
  })
})
