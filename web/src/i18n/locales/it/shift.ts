export { shift } from '@packboard/model/texts/locales/it/shift'
