import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { startFakeToast } from './fake/fake-toast.fixture.ts'
import { toastConnector } from './toast.connector.ts'
import { openToast } from './toast-session.ts'

describeConnector({
  connector: toastConnector,
  open: openToast,
  documented: documentedAnswer,
  start: ({ records, now }) =>
    startFakeToast({ orders: records === 'some' ? volume({ normal: 100, full: 400 }) : 0, now }),
})
