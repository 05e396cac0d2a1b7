export { states } from '@packboard/model/texts/locales/en/states'
