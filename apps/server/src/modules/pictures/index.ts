export { findAccountPicture, listPictures } from './pictures.repo.ts'
