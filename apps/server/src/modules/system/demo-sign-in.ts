import type { Env } from '#server/env.ts'

/** What the demo winery's owner signs in with. */
export const DEMO_SIGN_IN = { email: 'demo@cuvee.example', password: 'Barrel&Stave7' } as const

/** A demo winery has a password that everybody knows: never in production. */
export const hasDemo = ({ DEMO, isProduction }: Pick<Env, 'DEMO' | 'isProduction'>): boolean => DEMO && !isProduction
