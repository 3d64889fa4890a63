// Shows the times of the history in this phone's time zone; without script they are in UTC.
const clock = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const tellTimes = () => document.querySelectorAll('[data-clock]').forEach((time) => {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) time.textContent = clock.format(at);
});
tellTimes();
document.addEventListener('page:taken', tellTimes);
