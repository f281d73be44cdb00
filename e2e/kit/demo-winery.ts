import type { Api, Member } from './api.ts'

const DEMO = { email: 'demo@cuvee.example', password: 'Barrel&Stave7' }

/** The owner of the demo winery, once its rows are loaded. */
export const signInToWinery = async (api: Api): Promise<Member> => {
  const session = await api.signIn(DEMO.email, DEMO.password)
  await api.untilLoaded(session.access_token)
  return { session, ...DEMO, accountId: session.user.accountId }
}
