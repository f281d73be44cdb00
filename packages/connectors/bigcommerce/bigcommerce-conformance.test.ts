import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { bigcommerceConnector } from './bigcommerce.connector.ts'
import { startFakeBigCommerce } from './fake-bigcommerce.fixture.ts'

describeConnector({
  connector: bigcommerceConnector,
  start: ({ records, now }) => startFakeBigCommerce({ orders: records === 'some' ? 110 : 0, now, mostOrders: 25 }),
})
