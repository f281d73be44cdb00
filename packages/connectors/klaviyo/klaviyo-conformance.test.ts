import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { startFakeKlaviyo } from './fake-klaviyo.fixture.ts'
import { klaviyoConnector } from './klaviyo.connector.ts'
import { openKlaviyo } from './klaviyo-session.ts'

describeConnector({
  connector: klaviyoConnector,
  open: openKlaviyo,
  documented: documentedAnswer,
  start: ({ records, now }) => startFakeKlaviyo({ campaigns: records === 'some' ? 240 : 0, now }),
})
