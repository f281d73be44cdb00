import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { startWooFake } from './fake/fake-woocommerce.fixture.ts'
import { woocommerceConnector } from './woocommerce.connector.ts'
import { openWooCommerce } from './woocommerce-session.ts'

describeConnector({
  connector: woocommerceConnector,
  open: openWooCommerce,
  documented: documentedAnswer,
  start: ({ records, now }) =>
    startWooFake({ orders: records === 'some' ? volume({ normal: 205, full: 240 }) : 0, now }),
})
