export { shiftPage } from '@packboard/model/texts/es/shiftPage'
