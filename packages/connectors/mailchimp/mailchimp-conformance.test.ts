import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { startFakeMailchimp } from './fake-mailchimp.fixture.ts'
import { mailchimpConnector } from './mailchimp.connector.ts'
import { openMailchimp } from './mailchimp-session.ts'

describeConnector({
  connector: mailchimpConnector,
  open: openMailchimp,
  documented: documentedAnswer,
  start: ({ records, now }) => startFakeMailchimp({ campaigns: records === 'some' ? 240 : 0, now }),
})
