import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { readOperation, startFakeWineDirect } from './fake-winedirect.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { openWineDirect } from './winedirect-session.ts'
import { createWinery } from './winery.fixture.ts'
import { readAnswer } from './wire-xml.fixture.ts'

describeConnector({
  connector: winedirectConnector,
  open: openWineDirect,
  documented: (call) => documentedAnswer(readOperation(call)),
  start({ records, now }) {
    const winery = createWinery({ orders: records === 'some' ? volume({ normal: 50, full: 90 }) : 0, now, days: 70 })
    return startFakeWineDirect({ ...winery, now, mostRows: 10 })
  },
  parseBody: readAnswer,
})
