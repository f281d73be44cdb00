import type { Env } from '#server/env.ts'

/** Credentials of the demo winery's owner. */
export const DEMO_SIGN_IN = { email: 'demo@cuvee.example', password: 'Barrel&Stave7' } as const

/** The demo winery's password is public, so it never exists in production. */
export const hasDemo = ({ DEMO, isProduction }: Pick<Env, 'DEMO' | 'isProduction'>): boolean => DEMO && !isProduction
