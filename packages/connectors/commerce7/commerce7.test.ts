import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { commerce7Connector } from './commerce7.connector.ts'
import { openCommerce7 } from './commerce7-session.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { startFakeCommerce7 } from './fake-commerce7.fixture.ts'
import { createWinery } from './winery.fixture.ts'

describeConnector({
  connector: commerce7Connector,
  open: openCommerce7,
  documented: documentedAnswer,
  start({ records, now }) {
    const winery = createWinery({ orders: records === 'some' ? volume({ normal: 110, full: 230 }) : 0, now })
    return startFakeCommerce7({ ...winery, now })
  },
})
