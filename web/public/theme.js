// Runs before the first paint, so that a dark page never flashes white. Same keys as src/ui/common/preferences.ts.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var theme = read('tessera.theme');
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.mantineColorScheme = root.dataset.theme;
  root.dataset.density = read('tessera.density') === 'compact' ? 'compact' : 'comfortable';
})();
