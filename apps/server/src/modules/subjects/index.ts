export { assertMayOpen } from './subject.policy.ts'
