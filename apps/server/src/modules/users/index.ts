export { fullName, presentUser } from './user.present.ts'
export { createUser, userCreated, userEmailChanged, userRemoved } from './user-lifecycle.ts'
export {
  countUsers,
  deleteUser,
  findUser,
  findUserByEmail,
  listOwners,
  listUsers,
  lockAccountUsers,
  lockUser,
  normalizeEmail,
  searchUsers,
  type UserRow,
  updateEmail,
  updateUser,
} from './users.repo.ts'
