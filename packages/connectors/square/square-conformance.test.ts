import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { squareConnector } from './square.connector.ts'
import { startSquareFake } from './square-fake.fixture.ts'

describeConnector({
  connector: squareConnector,
  start: ({ records, now }) => startSquareFake({ orders: records === 'some' ? 240 : 0, now, mostOrders: 50 }),
})
