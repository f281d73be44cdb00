import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { startConformanceFake } from './fake/conformance.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'

describeConnector({ connector: shopifyConnector, start: startConformanceFake })
