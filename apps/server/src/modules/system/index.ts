export { DEMO_SIGN_IN, hasDemo } from './demo-sign-in.ts'
