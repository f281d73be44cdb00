import type { SubjectKind } from '#domain/subject-pages.ts'
import { clubSubject } from './club/club.subject.ts'
import { customerSubject } from './customer/customer.subject.ts'
import type { SubjectDeclaration } from './kit/subject.ts'
import { productSubject } from './product/product.subject.ts'
import { releaseSubject } from './release/release.subject.ts'
import { teamMemberSubject } from './team-member/team-member.subject.ts'

/** Every kind of page, one per line. */
export const SUBJECTS: Readonly<Record<SubjectKind, SubjectDeclaration>> = {
  customer: customerSubject,
  product: productSubject,
  club: clubSubject,
  release: releaseSubject,
  teamMember: teamMemberSubject,
}
