import { activeMember } from './active-member.choice.ts'
import { averageOrder } from './average-order.choice.ts'
import type { Choice } from './choice.ts'
import { netSales } from './net-sales.choice.ts'
import { refundDate } from './refund-date.choice.ts'
import { signupConversion } from './signup-conversion.choice.ts'

const choices = [netSales, refundDate, averageOrder, activeMember, signupConversion] as const

type AnyChoice = (typeof choices)[number]

/** In the order in which they are shown. */
export const CHOICES: readonly Choice[] = choices

/** The way in force of every choice. */
export type Definitions = {
  readonly [Id in AnyChoice['id']]: keyof Extract<AnyChoice, { id: Id }>['ways']
}

export const STANDARD_DEFINITIONS: Definitions = {
  netSales: netSales.standard,
  refundDate: refundDate.standard,
  averageOrder: averageOrder.standard,
  activeMember: activeMember.standard,
  signupConversion: signupConversion.standard,
}
