export { states } from '@packboard/model/texts/fr/states'
