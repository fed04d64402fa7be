# shellcheck shell=bash
# python.sh - the Python package and the foreign suites it is held to, in .deps/python. Sourced.
#
# Why each package is needed is in docs/DEPENDENCIES.md.

python_packages=(meson-python==0.22.1 meson==1.12.1 ninja==1.13.2 numpy==2.4.6
  pettingzoo==1.27.0 gymnasium==1.4.0 open_spiel==2.0.2
  ray==2.60.0 nvidia-cuda-nvrtc==13.4.92)

# Installs what is missing, then the package as it stands.
python_install() {
  local home=$PWD/.deps/python
  [[ -x $home/bin/python ]] || python3 -m venv "$home" || return 1
  if [[ $(cat "$home/packages" 2>/dev/null) != "${python_packages[*]}" ]]; then
    "$home/bin/pip" install -q "${python_packages[@]}" || return 1
    printf '%s\n' "${python_packages[*]}" >"$home/packages"
  fi
  PATH=$home/bin:$PATH "$home/bin/pip" install -q --no-deps --no-build-isolation .
}
