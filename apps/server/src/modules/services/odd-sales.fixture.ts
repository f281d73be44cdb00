/** Sales files as tills and shops export them, each odd in one way, with what an accountant reads in it. */
export interface OddFile {
  /** what is odd, in a few plain words; unique */
  readonly name: string
  readonly text: string
  /** the account's currency; default USD */
  readonly currency?: string
  /**
   * What is right, money in cents (whole yen where the account is in JPY): orders that are paid sales (no refunds, not
   * canceled), refunds, and sums over paid orders and refunds (refunds negative): net sales (after discounts, before
   * tax, shipping and tips, without gift cards sold and deposits), tax, shipping, tips, total paid. Left out where the
   * file does not say. `customers`: distinct customers that the file names. Days are those of Los Angeles.
   * `quantity`: sum of quantities where the file has lines, as written (not in hundredths).
   */
  readonly right: {
    readonly orders?: number
    readonly refunds?: number
    readonly netSales?: number
    readonly tax?: number
    readonly shipping?: number
    readonly tips?: number
    readonly total?: number
    readonly customers?: number
    readonly firstDay?: string
    readonly lastDay?: string
    readonly quantity?: number
  }
  /** a question or refusal that names its place is as good, or better: then what it must name (a column, or a line) */
  readonly mayAsk?: string
}

export const ODD_FILES: readonly OddFile[] = [
  // Titles, notes and totals around the table
  {
    name: 'report title and span above the header',
    text: `Silver Fork Cellars
Sales by Receipt
"May 1 - 31, 2026"

Receipt,Date,Customer,Net Sales,Tax,Total
R-201,05/02/2026,Mara Lund,84.00,7.56,91.56
R-202,05/14/2026,Leo Roy,36.00,3.24,39.24
R-203,05/27/2026,Mara Lund,120.00,10.80,130.80
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 24000,
      tax: 2160,
      total: 26160,
      customers: 2,
      firstDay: '2026-05-02',
      lastDay: '2026-05-27',
    },
  },
  {
    name: 'total row and export note below the table',
    text: `Order Number,Order Date,Channel,Subtotal,Tax,Total
3301,2026-04-03,Tasting Room,52.00,4.42,56.42
3302,2026-04-03,Web,145.00,12.33,157.33
3303,2026-04-09,Tasting Room,27.00,2.30,29.30
,,TOTAL,224.00,19.05,243.05
,,,,,
Exported 05/01/2026 8:12 AM by Dana Fox,,,,,
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 22400,
      tax: 1905,
      total: 24305,
      firstDay: '2026-04-03',
      lastDay: '2026-04-09',
    },
  },
  {
    name: 'subtotal row after each day and a grand total',
    text: `Date,Receipt,Item,Qty,Amount
2026-05-08,1180,Estate Pinot Noir 2022,2,76.00
2026-05-08,1181,Ridge Chardonnay 2023,1,32.00
Subtotal 2026-05-08,,,3,108.00
2026-05-09,1182,Estate Pinot Noir 2022,1,38.00
2026-05-09,1182,Tasting Flight,2,50.00
2026-05-09,1183,Creek Rosé 2024,3,72.00
Subtotal 2026-05-09,,,6,160.00
Grand total,,,9,268.00
`,
    right: {
      orders: 4,
      refunds: 0,
      netSales: 26800,
      quantity: 9,
      firstDay: '2026-05-08',
      lastDay: '2026-05-09',
    },
  },
  {
    name: 'wines and customers whose names hold the word total',
    text: `Order Number,Order Date,Customer Name,Item,Quantity,Unit Price,Line Amount
4410,2026-05-03,Total Vine Tours,Total Eclipse Zinfandel,6,40.00,240.00
4411,2026-05-03,Ida Falk,Grand Total Red Blend,2,35.00,70.00
4412,2026-05-04,Sum Chen,Estate Pinot Noir,1,44.00,44.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 35400,
      customers: 3,
      quantity: 9,
      firstDay: '2026-05-03',
      lastDay: '2026-05-04',
    },
  },

  // Dates and times
  {
    name: 'day first, shown by one day over twelve',
    currency: 'AUD',
    text: `Order No,Date,Net,GST,Total
2201,03/05/2026,60.00,6.00,66.00
2202,07/05/2026,45.00,4.50,49.50
2203,21/05/2026,120.00,12.00,132.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 22500,
      tax: 2250,
      total: 24750,
      firstDay: '2026-05-03',
      lastDay: '2026-05-21',
    },
  },
  {
    name: 'month names and years of two digits',
    text: `Sale No,Sale Date,Sold To,Subtotal,Tax,Total
9001,3-May-26,Nell Ames,48.00,4.08,52.08
9002,17-May-26,Cole Hart,110.00,9.35,119.35
9003,2-Jun-26,Nell Ames,25.00,2.13,27.13
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 18300,
      tax: 1556,
      total: 19856,
      customers: 2,
      firstDay: '2026-05-03',
      lastDay: '2026-06-02',
    },
  },
  {
    name: 'dates as serial numbers of Excel',
    text: `Order ID,Order Date,Customer Name,Net Sales,Tax,Total
X-11,46143.5625,Ida Falk,70.00,5.95,75.95
X-12,46148.6458333,Ben Ode,34.00,2.89,36.89
X-13,46172.4375,Ida Falk,92.00,7.82,99.82
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 19600,
      tax: 1666,
      total: 21266,
      customers: 2,
      firstDay: '2026-05-01',
      lastDay: '2026-05-30',
    },
    mayAsk: 'Order Date',
  },
  {
    name: 'times in UTC, evening sales of the day before',
    text: `Order Number,Order Paid Date,Channel,Sub Total,Tax Total,Total
10871,2026-05-02T02:15:00.000Z,POS,58.00,4.93,62.93
10872,2026-05-02T19:40:00.000Z,Web,144.00,12.24,156.24
10873,2026-05-03T06:59:00.000Z,POS,26.00,2.21,28.21
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 22800,
      tax: 1938,
      total: 24738,
      firstDay: '2026-05-01',
      lastDay: '2026-05-02',
    },
  },
  {
    name: 'time of twelve hours in its own column with a narrow space, negative dollars, tip in the total',
    text: [
      'Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,' +
        'Source,Transaction ID,Event Type,Customer Name',
      '05/30/26,8:05:12\u202fPM,Pacific Time (US & Canada),$60.00,-$6.00,$54.00,$0.00,$4.59,$8.00,$0.00,$66.59,' +
        'Register,TXAA01,Payment,Ida Falk',
      '05/30/26,12:10:40\u202fPM,Pacific Time (US & Canada),$32.00,$0.00,$32.00,$0.00,$2.72,$0.00,$0.00,$34.72,' +
        'Register,TXAA02,Payment,',
      '05/31/26,11:45:00\u202fAM,Pacific Time (US & Canada),-$32.00,$0.00,-$32.00,$0.00,-$2.72,$0.00,$0.00,-$34.72,' +
        'Register,TXAA03,Refund,',
      '',
    ].join('\n'),
    right: {
      orders: 2,
      refunds: 1,
      netSales: 5400,
      tax: 459,
      tips: 800,
      total: 6659,
      customers: 1,
      firstDay: '2026-05-30',
      lastDay: '2026-05-31',
    },
  },
  {
    name: 'days of twelve or less in a euro account, day or month first',
    currency: 'EUR',
    text: `Receipt,Date,Net,VAT,Total
3101,03/05/2026,50.00,10.50,60.50
3102,04/05/2026,30.00,6.30,36.30
3103,04/05/2026,84.00,17.64,101.64
3104,06/05/2026,20.00,4.20,24.20
`,
    right: {
      orders: 4,
      refunds: 0,
      netSales: 18400,
      tax: 3864,
      total: 22264,
      firstDay: '2026-05-03',
      lastDay: '2026-05-06',
    },
    mayAsk: 'Date',
  },

  // Forms of numbers
  {
    name: 'refund in parentheses and thousands with a comma',
    text: `Order Number,Order Date,Subtotal,Tax,Total
6101,2026-05-05,"1,280.00",108.80,"1,388.80"
6102,2026-05-06,75.00,6.38,81.38
6103,2026-05-07,(75.00),(6.38),(81.38)
`,
    right: {
      orders: 2,
      refunds: 1,
      netSales: 128000,
      tax: 10880,
      total: 138880,
      firstDay: '2026-05-05',
      lastDay: '2026-05-07',
    },
  },
  {
    name: 'minus sign behind the amount',
    text: `Trans No,Date,Net,Tax,Gross
000871,2026-05-01,90.00,7.65,97.65
000872,2026-05-01,45.00-,3.83-,48.83-
000873,2026-05-02,30.00,2.55,32.55
`,
    right: {
      orders: 2,
      refunds: 1,
      netSales: 7500,
      tax: 637,
      total: 8137,
      firstDay: '2026-05-01',
      lastDay: '2026-05-02',
    },
  },
  {
    name: 'CR for sales and DR for money back, as in a sales ledger',
    text: `Doc No,Date,Customer,Memo,Amount
INV-881,2026-05-04,Hollow Oak Inn,Wine sale,420.00 CR
INV-882,2026-05-11,Vera Holt,Wine sale,96.00 CR
CN-017,2026-05-18,Hollow Oak Inn,Returned 2 bottles,70.00 DR
`,
    right: {
      orders: 2,
      refunds: 1,
      netSales: 44600,
      customers: 2,
      firstDay: '2026-05-04',
      lastDay: '2026-05-18',
    },
    mayAsk: 'Order ID',
  },
  {
    name: 'currency signs and codes mixed in the cells',
    text: `Order Number,Order Date,Net Sales,Sales Tax
S-401,2026-05-01,"USD 1,150.00",USD 97.75
S-402,2026-05-01,$48.00,$4.08
S-403,2026-05-02,US$ 22.50,US$ 1.91
S-404,2026-05-03,"$ 1,004",$ 85.34
`,
    right: {
      orders: 4,
      refunds: 0,
      netSales: 222450,
      tax: 18908,
      firstDay: '2026-05-01',
      lastDay: '2026-05-03',
    },
  },

  // Refunds
  {
    name: 'credit memo as a row with positive amounts',
    text: `Type,Date,Num,Name,Item,Qty,Sales Price,Amount
Invoice,05/05/2026,1501,Hollow Oak Inn,Estate Pinot Noir 2022,12,24.00,288.00
Sales Receipt,05/06/2026,1502,Vera Holt,Ridge Chardonnay 2023,3,32.00,96.00
Credit Memo,05/19/2026,1503,Hollow Oak Inn,Estate Pinot Noir 2022,2,24.00,48.00
Sales Receipt,05/22/2026,1504,Owen Pike,Creek Rosé 2024,1,24.00,24.00
`,
    right: {
      orders: 3,
      refunds: 1,
      netSales: 36000,
      customers: 3,
      quantity: 14,
      firstDay: '2026-05-05',
      lastDay: '2026-05-22',
    },
    mayAsk: 'Type',
  },
  {
    name: 'returned lines with positive quantity and amount',
    text: `Sale ID,Completed,Transaction Type,Item,Quantity,Unit Price,Line Total
8801,2026-05-15 11:20,Sale,Estate Syrah 2021,2,38.00,76.00
8801,2026-05-15 11:20,Sale,Cheese Board,1,22.00,22.00
8802,2026-05-15 14:02,Sale,Creek Rosé 2024,4,24.00,96.00
8803,2026-05-16 10:45,Return,Creek Rosé 2024,1,24.00,24.00
`,
    right: {
      orders: 2,
      refunds: 1,
      netSales: 17000,
      quantity: 6,
      firstDay: '2026-05-15',
      lastDay: '2026-05-16',
    },
    mayAsk: 'Transaction Type',
  },
  {
    name: 'refunded amount in a column, once whole and once in part, no sales tax',
    text: `Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Refunded Amount,Created at
#2103,vera.holt@example.com,refunded,USD,100.00,0.00,0.00,100.00,100.00,2026-05-09 16:30:00 -0700
#2102,ben.ode@example.com,partially_refunded,USD,60.00,0.00,0.00,60.00,20.00,2026-05-04 13:05:00 -0700
#2101,ida.falk@example.com,paid,USD,80.00,0.00,0.00,80.00,0.00,2026-05-02 10:15:00 -0700
`,
    right: { netSales: 12000, tax: 0, shipping: 0, total: 12000, customers: 3, firstDay: '2026-05-02' },
    mayAsk: 'Refunded Amount',
  },
  {
    name: 'refund under the order number with a suffix',
    text: `Order Number,Order Date,Subtotal,Shipping,Tax,Total
2041,2026-05-03,110.00,15.00,9.35,134.35
2042,2026-05-04,66.00,0.00,5.61,71.61
2041-R1,2026-05-12,-55.00,0.00,-4.68,-59.68
2043,2026-05-13,38.00,0.00,3.23,41.23
`,
    right: {
      orders: 3,
      refunds: 1,
      netSales: 15900,
      tax: 1351,
      shipping: 1500,
      total: 18751,
      firstDay: '2026-05-03',
      lastDay: '2026-05-13',
    },
  },
  {
    name: 'refund a week later under the same order number',
    text: `Order ID,Date,Transaction,Amount,Tax,Total
551,2026-05-03,Sale,90.00,7.65,97.65
552,2026-05-04,Sale,45.00,3.83,48.83
551,2026-05-10,Refund,-30.00,-2.55,-32.55
`,
    right: {
      orders: 2,
      refunds: 1,
      netSales: 10500,
      tax: 893,
      total: 11393,
      firstDay: '2026-05-03',
      lastDay: '2026-05-10',
    },
    mayAsk: 'Order ID',
  },

  // Statuses
  {
    name: 'voided and parked sales keep their amounts',
    text: `Sale Date,Receipt Number,Register,Customer,Subtotal,Sales Tax,Total,Status
2026-05-07 12:01:10,4021,Main Bar,Ida Falk,56.00,4.76,60.76,Closed
2026-05-07 12:40:55,4022,Main Bar,,30.00,2.55,32.55,Voided
2026-05-08 16:22:31,4023,Patio,Ben Ode,88.00,7.48,95.48,Closed
2026-05-08 17:05:00,4024,Patio,,24.00,2.04,26.04,Parked
`,
    right: {
      orders: 2,
      refunds: 0,
      netSales: 14400,
      tax: 1224,
      total: 15624,
      customers: 2,
      firstDay: '2026-05-07',
      lastDay: '2026-05-08',
    },
    mayAsk: 'Status',
  },
  {
    name: 'web shop orders on hold, failed, canceled and waiting for payment',
    text: `Order Number,Order Status,Order Date,Email (Billing),Order Subtotal Amount,Order Shipping Amount,\
Order Total Tax Amount,Order Total Amount
5101,Completed,2026-05-01 09:12,mara.lund@example.com,72.00,18.00,6.12,96.12
5102,Processing,2026-05-02 10:30,leo.roy@example.com,150.00,18.00,12.75,180.75
5103,Pending payment,2026-05-02 11:04,ida.falk@example.com,60.00,18.00,5.10,83.10
5104,On hold,2026-05-03 08:50,ben.ode@example.com,48.00,18.00,4.08,70.08
5105,Failed,2026-05-03 14:21,vera.holt@example.com,150.00,18.00,12.75,180.75
5106,Cancelled,2026-05-04 17:35,owen.pike@example.com,36.00,18.00,3.06,57.06
`,
    right: { orders: 2, refunds: 0, netSales: 22200, tax: 1887, shipping: 3600, total: 27687 },
    mayAsk: 'Order Status',
  },
  {
    name: 'orders only authorized, pending or voided',
    text: `Name,Email,Financial Status,Created at,Subtotal,Shipping,Taxes,Total
#3305,ben.ode@example.com,voided,2026-05-08 09:41:00 -0700,52.00,12.00,4.42,68.42
#3304,ida.falk@example.com,paid,2026-05-07 15:10:00 -0700,96.00,0.00,8.16,104.16
#3303,leo.roy@example.com,pending,2026-05-06 12:00:00 -0700,40.00,0.00,3.40,43.40
#3302,vera.holt@example.com,authorized,2026-05-06 10:27:00 -0700,128.00,12.00,10.88,150.88
#3301,mara.lund@example.com,paid,2026-05-05 18:02:00 -0700,64.00,12.00,5.44,81.44
`,
    right: { orders: 2, refunds: 0, netSales: 16000, tax: 1360, shipping: 1200, total: 18560 },
    mayAsk: 'Financial Status',
  },
  {
    name: 'canceled orders known only by a date in a column',
    text: `Order ID,Created at,Cancelled at,Subtotal,Tax,Total
C-1,2026-04-06 11:02,,45.00,3.83,48.83
C-2,2026-04-06 12:30,2026-04-07 08:15,210.00,17.85,227.85
C-3,2026-04-08 15:44,,75.00,6.38,81.38
`,
    right: {
      orders: 2,
      refunds: 0,
      netSales: 12000,
      tax: 1021,
      total: 13021,
      firstDay: '2026-04-06',
      lastDay: '2026-04-08',
    },
    mayAsk: 'Cancelled at',
  },
  {
    name: 'test orders marked in a column',
    text: `Order Number,Date,Test Order,Customer,Net Sales,Tax
7101,2026-05-01,Yes,Till Check,1.00,0.09
7102,2026-05-01,No,Ida Falk,58.00,4.93
7103,2026-05-02,No,Owen Pike,116.00,9.86
7104,2026-05-02,Yes,Till Check,500.00,42.50
`,
    right: {
      orders: 2,
      refunds: 0,
      netSales: 17400,
      tax: 1479,
      firstDay: '2026-05-01',
      lastDay: '2026-05-02',
    },
    mayAsk: 'Test Order',
  },

  // Tax
  {
    name: 'tax inside of subtotal and total',
    currency: 'AUD',
    text: `Sale ID,Sale Date,Subtotal,GST (incl.),Total
A-71,2026-05-02,110.00,10.00,110.00
A-72,2026-05-02,55.00,5.00,55.00
A-73,2026-05-03,33.00,3.00,33.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 18000,
      tax: 1800,
      total: 19800,
      firstDay: '2026-05-02',
      lastDay: '2026-05-03',
    },
    mayAsk: 'GST (incl.)',
  },
  {
    name: 'two tax columns with their rates in the header',
    currency: 'CAD',
    text: `Invoice,Date,Subtotal,GST 5%,PST 10%,Total
B-401,2026-05-06,80.00,4.00,8.00,92.00
B-402,2026-05-06,120.00,6.00,12.00,138.00
B-403,2026-05-07,20.00,1.00,0.00,21.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 22000,
      tax: 3100,
      total: 25100,
      firstDay: '2026-05-06',
      lastDay: '2026-05-07',
    },
  },
  {
    name: 'a tax rate but no tax amount',
    text: `Order No,Date,Subtotal,Tax Rate,Total
T-31,2026-05-13,100.00,8.5%,108.50
T-32,2026-05-14,40.00,8.5%,43.40
T-33,2026-05-14,60.00,0%,60.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 20000,
      tax: 1190,
      total: 21190,
      firstDay: '2026-05-13',
      lastDay: '2026-05-14',
    },
    mayAsk: 'Total',
  },
  {
    name: 'words for exempt in the tax column',
    text: `Invoice,Date,Customer,Taxable,Net Sales,Sales Tax,Total
E-1,2026-05-05,Hollow Oak Inn,No,300.00,exempt,300.00
E-2,2026-05-06,Vera Holt,Yes,100.00,8.50,108.50
E-3,2026-05-07,Food Bank of Alder County,No,80.00,N/A,80.00
E-4,2026-05-07,Owen Pike,Yes,50.00,4.25,54.25
`,
    right: {
      orders: 4,
      refunds: 0,
      netSales: 53000,
      tax: 1275,
      total: 54275,
      customers: 4,
      firstDay: '2026-05-05',
      lastDay: '2026-05-07',
    },
    mayAsk: 'Sales Tax',
  },
  {
    name: 'every amount twice, with and without tax',
    text: `Order ID,Order Status,Order Date,Subtotal (inc tax),Subtotal (ex tax),Tax Total,Shipping Cost (inc tax),\
Shipping Cost (ex tax),Order Total (inc tax),Order Total (ex tax),Customer Name
1201,Completed,05/14/2026,110.00,100.00,12.00,22.00,20.00,132.00,120.00,Ida Falk
1202,Completed,05/15/2026,55.00,50.00,5.00,0.00,0.00,55.00,50.00,Ben Ode
1203,Completed,05/15/2026,88.00,80.00,10.00,22.00,20.00,110.00,100.00,Ida Falk
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 23000,
      tax: 2700,
      shipping: 4000,
      total: 29700,
      customers: 2,
      firstDay: '2026-05-14',
      lastDay: '2026-05-15',
    },
  },

  // Discounts
  {
    name: 'discount of a line given per unit',
    text: `Order,Date,Item,Qty,Unit Price,Discount,Line Total
D-31,2026-05-09,Estate Pinot Noir 2022,6,40.00,4.00,216.00
D-31,2026-05-09,Cork Puller,1,15.00,0.00,15.00
D-32,2026-05-09,Ridge Chardonnay 2023,12,32.00,3.20,345.60
D-33,2026-05-10,Creek Rosé 2024,1,24.00,2.40,21.60
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 59820,
      quantity: 20,
      firstDay: '2026-05-09',
      lastDay: '2026-05-10',
    },
  },
  {
    name: 'discount of an order in percent',
    text: `Order Number,Order Date,Subtotal,Discount,Tax,Total
P-1,2026-05-17,100.00,10%,7.65,97.65
P-2,2026-05-17,60.00,0%,5.10,65.10
P-3,2026-05-18,240.00,20%,16.32,208.32
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 34200,
      tax: 2907,
      total: 37107,
      firstDay: '2026-05-17',
      lastDay: '2026-05-18',
    },
    mayAsk: 'Discount',
  },
  {
    // K-2 is a free tasting: whether it counts as an order is the account's choice, so orders are left out
    name: 'tasting given away with a discount of the whole price',
    text: `Order Number,Order Date,Item,Quantity,Unit Price,Discount Amount,Net Amount,Tax
K-1,2026-05-11,Estate Syrah 2021,2,38.00,0.00,76.00,6.46
K-2,2026-05-11,Tasting Flight,4,25.00,100.00,0.00,0.00
K-3,2026-05-12,Creek Rosé 2024,1,24.00,2.40,21.60,1.84
`,
    right: { refunds: 0, netSales: 9760, tax: 830, quantity: 7, firstDay: '2026-05-11', lastDay: '2026-05-12' },
  },
  {
    name: 'coupon code that looks like money, subtotal already after discount',
    text: `Order ID,Email,Order Date,Coupon,Discount Amount,Subtotal,Shipping,Taxes,Total
Q-1,ida.falk@example.com,2026-05-01,25,25.00,75.00,10.00,6.38,91.38
Q-2,ben.ode@example.com,2026-05-02,,0.00,48.00,10.00,4.08,62.08
Q-3,ida.falk@example.com,2026-05-02,MAY2026,6.00,54.00,0.00,4.59,58.59
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 17700,
      tax: 1505,
      shipping: 2000,
      total: 21205,
      customers: 2,
      firstDay: '2026-05-01',
      lastDay: '2026-05-02',
    },
  },

  // Tips
  {
    // whether "total" holds the tip differs between shops, so the total is left out
    name: 'tip that is not in the total',
    text: `Order Number,Order Date,Sales Associate,Sub Total,Tax,Total,Tip
V-1,2026-05-16,Dana Fox,50.00,4.25,54.25,10.00
V-2,2026-05-16,Kai Moss,80.00,6.80,86.80,12.00
V-3,2026-05-17,Dana Fox,24.00,2.04,26.04,0.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 15400,
      tax: 1309,
      tips: 2200,
      firstDay: '2026-05-16',
      lastDay: '2026-05-17',
    },
    mayAsk: 'Tip',
  },
  {
    name: 'tip and gratuity side by side, amount already after discount',
    text: `Order Id,Order #,Opened,# of Guests,Server,Discount Amount,Amount,Tax,Tip,Gratuity,Total,Voided
300000001,1,5/16/26 12:15 PM,2,Kai Moss,0.00,64.00,5.44,12.00,0.00,81.44,FALSE
300000002,2,5/16/26 1:40 PM,8,Dana Fox,20.00,180.00,15.30,0.00,36.00,231.30,FALSE
300000003,3,5/16/26 3:05 PM,2,Kai Moss,0.00,30.00,2.55,0.00,0.00,32.55,FALSE
300000004,4,5/17/26 11:30 AM,4,Dana Fox,0.00,100.00,8.50,15.00,0.00,123.50,FALSE
`,
    right: {
      orders: 4,
      refunds: 0,
      netSales: 37400,
      tax: 3179,
      tips: 6300,
      total: 46879,
      firstDay: '2026-05-16',
      lastDay: '2026-05-17',
    },
    mayAsk: 'Gratuity',
  },

  // Shipping
  {
    name: 'handling next to shipping, last name before first name',
    text: `OrderNumber,CompletedDate,OrderType,BillLastName,BillFirstName,SubTotal,Handling,Shipping,Tax,Total
90111,5/4/2026,Website,Lund,Mara,150.00,5.00,22.00,12.75,189.75
90112,5/5/2026,Website,Roy,Leo,75.00,5.00,14.00,6.38,100.38
90113,5/13/2026,Admin Panel,Lund,Mara,220.00,0.00,0.00,18.70,238.70
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 44500,
      tax: 3783,
      shipping: 4600,
      total: 52883,
      customers: 2,
      firstDay: '2026-05-04',
      lastDay: '2026-05-13',
    },
    mayAsk: 'Handling',
  },
  {
    name: 'freight as a line of the invoice',
    text: `Invoice,Date,Item,Qty,Rate,Amount
F-1,2026-05-05,Estate Pinot Noir 2022,12,30.00,360.00
F-1,2026-05-05,Freight - UPS Ground,1,28.00,28.00
F-2,2026-05-06,Ridge Chardonnay 2023,6,26.00,156.00
F-2,2026-05-06,Freight - UPS Ground,1,19.00,19.00
F-3,2026-05-06,Creek Rosé 2024,2,24.00,48.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 56400,
      shipping: 4700,
      firstDay: '2026-05-05',
      lastDay: '2026-05-06',
    },
  },

  // Gift cards and deposits
  {
    name: 'gift cards sold among wines',
    text: `Order ID,Order Date,Item,Category,Quantity,Price,Amount
G-1,2026-05-08,Estate Syrah 2021,Wine,2,38.00,76.00
G-1,2026-05-08,Gift Card $100,Gift Card,1,100.00,100.00
G-2,2026-05-08,E-Gift Card,Gift Card,1,50.00,50.00
G-2,2026-05-08,Cork Puller,Merchandise,1,15.00,15.00
G-3,2026-05-09,Creek Rosé 2024,Wine,3,24.00,72.00
`,
    right: { orders: 3, refunds: 0, netSales: 16300, firstDay: '2026-05-08', lastDay: '2026-05-09' },
  },
  {
    name: 'bottle deposit inside of the total',
    currency: 'CAD',
    text: `Receipt,Date,Subtotal,Bottle Deposit,Tax,Total
H-1,2026-05-02,60.00,0.30,9.00,69.30
H-2,2026-05-02,120.00,0.60,18.00,138.60
H-3,2026-05-03,25.00,0.10,3.75,28.85
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 20500,
      tax: 3075,
      total: 23675,
      firstDay: '2026-05-02',
      lastDay: '2026-05-03',
    },
    mayAsk: 'Bottle Deposit',
  },

  // Orders and lines
  {
    name: 'amounts of the order only on its first line',
    text: `Name,Email,Financial Status,Created at,Subtotal,Shipping,Taxes,Total,Lineitem quantity,Lineitem name,\
Lineitem price
#1003,ida.falk@example.com,paid,2026-05-07 14:20:00 -0700,112.00,0.00,9.52,121.52,1,Tasting Flight,25.00
#1003,ida.falk@example.com,,2026-05-07 14:20:00 -0700,,,,,1,Cork Puller,15.00
#1003,ida.falk@example.com,,2026-05-07 14:20:00 -0700,,,,,3,Creek Rosé 2024,24.00
#1002,leo.roy@example.com,paid,2026-05-06 16:45:00 -0700,32.00,15.00,2.72,49.72,1,Ridge Chardonnay 2023,32.00
#1001,mara.lund@example.com,paid,2026-05-06 10:00:00 -0700,136.00,15.00,11.56,162.56,2,Estate Pinot Noir 2022,44.00
#1001,mara.lund@example.com,,2026-05-06 10:00:00 -0700,,,,,2,Creek Rosé 2024,24.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 28000,
      tax: 2380,
      shipping: 3000,
      total: 33380,
      customers: 3,
      quantity: 10,
      firstDay: '2026-05-06',
      lastDay: '2026-05-07',
    },
  },
  {
    name: 'amounts of the order repeated on each of its lines',
    text: `Order #,Order Date,Order Subtotal,Order Shipping,Order Tax,Order Total,SKU,Item,Qty,Unit Price
W-1,2026-05-18,108.00,14.00,9.18,131.18,SY21,Estate Syrah 2021,2,38.00
W-1,2026-05-18,108.00,14.00,9.18,131.18,CH23,Ridge Chardonnay 2023,1,32.00
W-2,2026-05-18,64.00,0.00,5.44,69.44,RS24,Creek Rosé 2024,1,24.00
W-2,2026-05-18,64.00,0.00,5.44,69.44,TF,Tasting Flight,1,25.00
W-2,2026-05-18,64.00,0.00,5.44,69.44,CP,Cork Puller,1,15.00
W-3,2026-05-19,264.00,0.00,22.44,286.44,PN22,Estate Pinot Noir 2022,6,44.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 43600,
      tax: 3706,
      shipping: 1400,
      total: 48706,
      quantity: 12,
      firstDay: '2026-05-18',
      lastDay: '2026-05-19',
    },
  },
  {
    name: 'lines without SKU and tax on each line',
    text: `Ticket,Date,SKU,Item,Qty,Net,Tax,Total
L-1,2026-05-20,PN22,Estate Pinot Noir 2022,1,44.00,3.74,47.74
L-1,2026-05-20,,Tasting Flight,2,50.00,4.25,54.25
L-2,2026-05-20,,Cheese Board,1,22.00,1.87,23.87
L-3,2026-05-21,,Logo Cap,1,18.00,1.53,19.53
L-3,2026-05-21,PN22,Estate Pinot Noir 2022,2,88.00,7.48,95.48
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 22200,
      tax: 1887,
      total: 24087,
      quantity: 7,
      firstDay: '2026-05-20',
      lastDay: '2026-05-21',
    },
  },
  {
    name: 'order IDs of eighteen digits and SKUs with leading zeros',
    text: `Order ID,Order Date,SKU,Item,Quantity,Unit Price
450789469812340001,2026-05-21,000417,Estate Pinot Noir 2022,2,44.00
450789469812340002,2026-05-21,000418,Ridge Chardonnay 2023,1,32.00
450789469812340003,2026-05-21,417,Logo Cap,1,18.00
450789469812340003,2026-05-21,081234567890,Cork Puller,1,15.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 15300,
      quantity: 5,
      firstDay: '2026-05-21',
      lastDay: '2026-05-21',
    },
  },
  {
    name: 'receipt numbers that begin again each day',
    text: `Receipt No,Date,Time,Item,Qty,Amount
1,2026-05-22,11:05,Tasting Flight,2,50.00
2,2026-05-22,11:40,Creek Rosé 2024,1,24.00
2,2026-05-22,11:40,Cheese Board,1,22.00
1,2026-05-23,11:10,Estate Syrah 2021,1,38.00
2,2026-05-23,12:00,Tasting Flight,4,100.00
3,2026-05-23,12:25,Creek Rosé 2024,2,48.00
`,
    right: {
      orders: 5,
      refunds: 0,
      netSales: 28200,
      quantity: 11,
      firstDay: '2026-05-22',
      lastDay: '2026-05-23',
    },
    mayAsk: 'Receipt No',
  },

  // Customers
  {
    name: 'guests, walk-ins and blanks among the customers',
    text: `Order,Order Date,Customer,Net Sales
O-1,2026-05-24,Ida Falk,44.00
O-2,2026-05-24,Guest,25.00
O-3,2026-05-24,Walk-in,50.00
O-4,2026-05-24,,18.00
O-5,2026-05-25,Ida Falk,76.00
O-6,2026-05-25,Owen Pike,32.00
`,
    right: {
      orders: 6,
      refunds: 0,
      netSales: 24500,
      customers: 2,
      firstDay: '2026-05-24',
      lastDay: '2026-05-25',
    },
    mayAsk: 'Customer',
  },
  {
    name: 'one email in two spellings and one placeholder for two people',
    text: `Order ID,Order Date,Email,First Name,Last Name,Net Sales
U-1,2026-05-02,Ida.Falk@Example.com,Ida,Falk,40.00
U-2,2026-05-09,ida.falk@example.com ,IDA,FALK,60.00
U-3,2026-05-09,none@none.com,Ben,Ode,25.00
U-4,2026-05-10,none@none.com,Vera,Holt,30.00
U-5,2026-05-10,,,,12.00
`,
    right: {
      orders: 5,
      refunds: 0,
      netSales: 16700,
      customers: 3,
      firstDay: '2026-05-02',
      lastDay: '2026-05-10',
    },
    mayAsk: 'Email',
  },
  {
    name: 'names with the last name first and no customer ID',
    text: `Order Number,Order Date,Customer Name,Net Sales,Tax
J-61,2026-05-12,"Falk, Ida",44.00,3.74
J-62,2026-05-12,"Pike, Owen",76.00,6.46
J-63,2026-05-13,"Falk, Ida",32.00,2.72
J-64,2026-05-14,"St. Clair, Jo",90.00,7.65
`,
    right: {
      orders: 4,
      refunds: 0,
      netSales: 24200,
      tax: 2057,
      customers: 3,
      firstDay: '2026-05-12',
      lastDay: '2026-05-14',
    },
  },

  // Club
  {
    name: 'club shipments with a declined card',
    text: `Order Number,Order Date,Order Type,Club,Payment Status,Customer Name,Subtotal,Shipping,Tax,Total
CL-1,2026-05-15,Club Order,Reserve 6,Paid,Mara Lund,210.00,18.00,17.85,245.85
CL-2,2026-05-15,Club Order,Reserve 6,Declined,Leo Roy,210.00,18.00,17.85,245.85
CL-3,2026-05-15,Club Order,Discovery 3,Paid,Ida Falk,96.00,0.00,8.16,104.16
CL-4,2026-05-16,Website,,Paid,Ben Ode,48.00,12.00,4.08,64.08
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 35400,
      tax: 3009,
      shipping: 3000,
      total: 41409,
      firstDay: '2026-05-15',
      lastDay: '2026-05-16',
    },
    mayAsk: 'Payment Status',
  },

  // Columns, separators and line ends
  {
    name: 'item and customer in two columns of the same name',
    text: `Order ID,Order Date,Name,Quantity,Amount,Name
N-1,2026-05-10,Estate Pinot Noir 2022,1,44.00,Ida Falk
N-1,2026-05-10,Creek Rosé 2024,2,48.00,Ida Falk
N-2,2026-05-10,Cheese Board,1,22.00,Owen Pike
N-3,2026-05-11,Estate Pinot Noir 2022,3,132.00,Ida Falk
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 24600,
      customers: 2,
      quantity: 7,
      firstDay: '2026-05-10',
      lastDay: '2026-05-11',
    },
    mayAsk: 'SKU',
  },
  {
    name: 'byte order mark and line ends of an old Mac',
    text: [
      '\ufeffOrder Number,Order Date,Net Sales,Tax,Total',
      'M-1,2026-05-01,35.00,2.98,37.98',
      'M-2,2026-05-02,88.00,7.48,95.48',
      'M-3,2026-05-02,24.00,2.04,26.04',
      '',
    ].join('\r'),
    right: {
      orders: 3,
      refunds: 0,
      netSales: 14700,
      tax: 1250,
      total: 15950,
      firstDay: '2026-05-01',
      lastDay: '2026-05-02',
    },
  },
  {
    name: 'tabs, with empty columns at the end of some lines',
    text: [
      'Order\tDate\tNet\tTax\tTotal\t\t',
      'S-1\t2026-05-03\t52.00\t4.42\t56.42\t\t',
      'S-2\t2026-05-03\t27.00\t2.30\t29.30',
      'S-3\t2026-05-04\t100.00\t8.50\t108.50\t',
      '\t\t\t\t\t\t',
      '',
    ].join('\r\n'),
    right: {
      orders: 3,
      refunds: 0,
      netSales: 17900,
      tax: 1522,
      total: 19422,
      firstDay: '2026-05-03',
      lastDay: '2026-05-04',
    },
  },
  {
    name: 'pipes, and a quoted note of two lines with a pipe and a total',
    text: `Order|Order Date|Note|Net|Tax|Total
Y-1|2026-05-05|"Leave at gate|ring bell
Total due 99.00"|40.00|3.40|43.40
Y-2|2026-05-05||65.00|5.53|70.53
Y-3|2026-05-06|"Call ""Ida"" first"|130.00|11.05|141.05
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 23500,
      tax: 1998,
      total: 25498,
      firstDay: '2026-05-05',
      lastDay: '2026-05-06',
    },
  },

  // Other languages
  {
    name: 'Spanish, with canceled and waiting orders',
    currency: 'EUR',
    text: `Nº Pedido;Fecha;Cliente;Base imponible;IVA 21%;Total;Estado
P-2201;04/05/2026;Lucía Ferrán;120,00;25,20;145,20;Pagado
P-2202;15/05/2026;Marco Iriarte;1.050,00;220,50;1.270,50;Pagado
P-2203;16/05/2026;Lucía Ferrán;60,00;12,60;72,60;Anulado
P-2204;18/05/2026;Elena Sopeña;45,00;9,45;54,45;Pendiente
P-2205;21/05/2026;Elena Sopeña;30,00;6,30;36,30;Pagado
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 120000,
      tax: 25200,
      total: 145200,
      customers: 3,
      firstDay: '2026-05-04',
      lastDay: '2026-05-21',
    },
    mayAsk: 'Estado',
  },
  {
    name: 'French, with narrow spaces in thousands and the euro sign behind',
    currency: 'EUR',
    text: `N° commande;Date;Client;Montant HT;TVA;Montant TTC
F-301;02/05/2026;Domaine Bréval;1\u202f250,00\u00a0€;250,00\u00a0€;1\u202f500,00\u00a0€
F-302;14/05/2026;Noé Caradec;84,00\u00a0€;16,80\u00a0€;100,80\u00a0€
F-303;28/05/2026;Noé Caradec;36,50\u00a0€;7,30\u00a0€;43,80\u00a0€
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 137050,
      tax: 27410,
      total: 164460,
      customers: 2,
      firstDay: '2026-05-02',
      lastDay: '2026-05-28',
    },
  },
  {
    name: 'German, gross before net, with a credit note',
    currency: 'EUR',
    text: `Belegnr.;Datum;Uhrzeit;Belegart;Bruttobetrag;MwSt 19%;Nettobetrag
B-11;02.05.26;14:05;Verkauf;119,00;19,00;100,00
B-12;03.05.26;11:30;Verkauf;59,50;9,50;50,00
B-13;03.05.26;15:45;Gutschrift;-23,80;-3,80;-20,00
B-14;17.05.26;10:20;Verkauf;35,70;5,70;30,00
`,
    right: {
      orders: 3,
      refunds: 1,
      netSales: 16000,
      tax: 3040,
      total: 19040,
      firstDay: '2026-05-02',
      lastDay: '2026-05-17',
    },
  },
  {
    name: 'Italian, with wine sold by the liter in fractions',
    currency: 'EUR',
    text: `Numero ordine;Data;Cliente;Prodotto;Quantità;Prezzo unitario;Sconto %;Importo
O-51;05/05/2026;Giulia Bassetti;Rosso sfuso (litri);12,5;3,20;0;40,00
O-51;05/05/2026;Giulia Bassetti;Bianco del Colle 2024;2;14,00;10;25,20
O-52;16/05/2026;Renzo Altieri;Rosso sfuso (litri);7,25;3,20;0;23,20
O-53;30/05/2026;Giulia Bassetti;Grappa di casa;1;22,00;0;22,00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 11040,
      customers: 2,
      quantity: 22.75,
      firstDay: '2026-05-05',
      lastDay: '2026-05-30',
    },
    mayAsk: 'Quantità',
  },

  // Units and prices
  {
    // the price is that of a case; a sum of cases and bottles says nothing, so the quantity is left out
    name: 'cases and bottles in one quantity column',
    text: `Order,Date,Item,Unit,Quantity,Unit Price,Amount
WS-1,2026-05-12,Estate Pinot Noir 2022,Case of 12,2,360.00,720.00
WS-1,2026-05-12,Creek Rosé 2024,Bottle,6,16.00,96.00
WS-2,2026-05-13,Ridge Chardonnay 2023,Case of 6,1,144.00,144.00
`,
    right: { orders: 2, refunds: 0, netSales: 96000, firstDay: '2026-05-12', lastDay: '2026-05-13' },
    mayAsk: 'Unit',
  },
  {
    name: 'bundle with its bottles as lines of price zero',
    text: `Order,Date,SKU,Item,Qty,Unit Price,Amount
Z-1,2026-05-14,TRIO,Spring Trio,1,90.00,90.00
Z-1,2026-05-14,PN22,Estate Pinot Noir 2022,1,0.00,0.00
Z-1,2026-05-14,SY21,Estate Syrah 2021,1,0.00,0.00
Z-1,2026-05-14,RS24,Creek Rosé 2024,1,0.00,0.00
Z-2,2026-05-14,TF,Tasting Flight,2,25.00,50.00
Z-2,2026-05-14,TF-C,Tasting Flight (member),1,0.00,0.00
Z-3,2026-05-15,RS24,Creek Rosé 2024,1,24.00,24.00
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 16400,
      quantity: 8,
      firstDay: '2026-05-14',
      lastDay: '2026-05-15',
    },
  },

  // Currencies
  {
    // the sums are those in the account's currency; amounts of two currencies are never added
    name: 'an order in Canadian dollars among dollars',
    text: `Order ID,Order Date,Currency,Net Sales,Tax,Total
I-1,2026-05-06,USD,50.00,4.25,54.25
I-2,2026-05-06,CAD,80.00,10.40,90.40
I-3,2026-05-07,USD,70.00,5.95,75.95
`,
    right: { netSales: 12000, tax: 1020, total: 13020, firstDay: '2026-05-06', lastDay: '2026-05-07' },
    mayAsk: 'Currency',
  },
  {
    name: 'whole yen with thousands',
    currency: 'JPY',
    text: `Order No,Order Date,Net Amount,Tax,Total
JP-1,2026/05/02,"¥12,000","¥1,200","¥13,200"
JP-2,2026/05/03,"¥4,500",¥450,"¥4,950"
JP-3,2026/05/03,"¥30,000","¥3,000","¥33,000"
`,
    right: {
      orders: 3,
      refunds: 0,
      netSales: 46500,
      tax: 4650,
      total: 51150,
      firstDay: '2026-05-02',
      lastDay: '2026-05-03',
    },
  },
]
