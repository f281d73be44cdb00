import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { startWooFake } from './fake/fake-woocommerce.fixture.ts'
import { woocommerceConnector } from './woocommerce.connector.ts'

describeConnector({
  connector: woocommerceConnector,
  start: ({ records, now }) => startWooFake({ orders: records === 'some' ? 240 : 0, now }),
})
