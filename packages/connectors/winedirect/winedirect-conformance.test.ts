import { volume } from '#testkit/lane.ts'
import type { ConformanceFake, EditedRecord, FakeStart } from '../kit/conformance-fake.fixture.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import {
  FAKE_SECRETS,
  FAKE_SETTINGS,
  isPageCall,
  readAnswer,
  readOperation,
  startFakeWineDirect,
} from './fake-winedirect.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { openWineDirect } from './winedirect-session.ts'
import { createWinery } from './winery.fixture.ts'

const ORDER_ID = /<OrderID>([^<]+)<\/OrderID>/
const ORDER = /<Order>.*?<\/Order>/s

/** Edits the first order of a page, if the page has one. */
const editOrder = (body: string, change: (order: string) => string): EditedRecord => {
  const order = ORDER.exec(body)?.[0]
  const sourceId = ORDER_ID.exec(order ?? '')?.[1]
  if (order === undefined || sourceId === undefined) return { body, sourceId: '' }
  return { body: body.replace(order, change(order)), sourceId }
}

const start = async ({ records, now }: FakeStart): Promise<ConformanceFake> => {
  const winery = createWinery({ orders: records === 'some' ? volume({ normal: 50, full: 90 }) : 0, now, days: 70 })
  const { server, duplicateNextPage } = await startFakeWineDirect({ store: winery.store, now, mostRows: 10 })
  return {
    server,
    basePath: '',
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    expected: () => winery.rows(),
    change: () => winery.change(),
    skew: winery.skew,
    duplicateNextPage,
    main: { stream: 'orders', table: 'orders' },
    isMain: (call) => isPageCall(call, 'SearchOrders'),
    corruptRecord: (body) => editOrder(body, (order) => order.replace(/<OrderNumber>[^<]*<\/OrderNumber>/, '')),
    unknownValue: (body) => ({
      ...editOrder(body, (order) => order.replace(/(<Type>)[^<]*/, '$1Carrier Pigeon')),
      column: 'channel',
    }),
    addField: (body) => body.replaceAll('<Order>', '<Order><Horoscope><Sign>Leo</Sign></Horoscope>'),
    breakEnvelope: (body) => body.replaceAll('Orders>', 'Bestellungen>'),
  }
}

describeConnector({
  connector: winedirectConnector,
  open: openWineDirect,
  start,
  documented: (call) => documentedAnswer(readOperation(call)),
  parseBody: readAnswer,
})
